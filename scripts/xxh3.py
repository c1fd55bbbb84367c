"""XXH3 with 64 bits, in plain Python, for the readers that have no library for it.

Written from the public specification of xxHash (doc/xxhash_spec.md of
https://github.com/Cyan4973/xxHash). Slow, some megabytes a second.
"""

import struct

MASK = 0xFFFF_FFFF_FFFF_FFFF
PRIME32_1, PRIME32_2, PRIME32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
PRIME64_1, PRIME64_2, PRIME64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
PRIME64_4, PRIME64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
PRIME_MX1, PRIME_MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
STRIPE, BLOCK = 64, 1024


def word(data, at):
    """The eight bytes at an offset as a number."""
    return int.from_bytes(data[at : at + 8], "little")


def swapped(number, size):
    """A number with its bytes in the other order."""
    return int.from_bytes(number.to_bytes(size, "little"), "big")


def fold(one, other):
    """The product of two words, its upper half upon its lower."""
    product = one * other
    return (product & MASK) ^ (product >> 64)


def rotated(number, bits):
    """A word turned to the left."""
    return (number << bits | number >> (64 - bits)) & MASK


def avalanche(hash_):
    """The last mixing of XXH3."""
    hash_ ^= hash_ >> 37
    hash_ = hash_ * PRIME_MX1 & MASK
    return hash_ ^ hash_ >> 32


def old_avalanche(hash_):
    """The last mixing of XXH64, used for the shortest inputs."""
    hash_ ^= hash_ >> 33
    hash_ = hash_ * PRIME64_2 & MASK
    hash_ ^= hash_ >> 29
    hash_ = hash_ * PRIME64_3 & MASK
    return hash_ ^ hash_ >> 32


def up_to_16(data, seed):
    """Inputs of 0 to 16 bytes."""
    size = len(data)
    if size == 0:
        return old_avalanche(seed ^ word(SECRET, 56) ^ word(SECRET, 64))
    if size < 4:
        ends = data[0] << 16 | data[size >> 1] << 24 | data[-1] | size << 8
        key = (int.from_bytes(SECRET[:4], "little") ^ int.from_bytes(SECRET[4:8], "little")) + seed
        return old_avalanche(ends ^ key & MASK)
    if size <= 8:
        seed ^= swapped(seed & 0xFFFF_FFFF, 4) << 32
        first, last = (int.from_bytes(part, "little") for part in (data[:4], data[-4:]))
        key = (word(SECRET, 8) ^ word(SECRET, 16)) - seed & MASK
        mixed = (last + (first << 32)) ^ key
        mixed ^= rotated(mixed, 49) ^ rotated(mixed, 24)
        mixed = mixed * PRIME_MX2 & MASK
        mixed ^= (mixed >> 35) + size
        mixed = mixed * PRIME_MX2 & MASK
        return mixed ^ mixed >> 28
    low = word(data, 0) ^ ((word(SECRET, 24) ^ word(SECRET, 32)) + seed & MASK)
    high = word(data, size - 8) ^ ((word(SECRET, 40) ^ word(SECRET, 48)) - seed & MASK)
    return avalanche(size + swapped(low, 8) + high + fold(low, high) & MASK)


def mix16(data, at, key, seed):
    """16 bytes of the input with 16 of the secret."""
    low = word(data, at) ^ (word(SECRET, key) + seed & MASK)
    high = word(data, at + 8) ^ (word(SECRET, key + 8) - seed & MASK)
    return fold(low, high)


def up_to_240(data, seed):
    """Inputs of 17 to 240 bytes."""
    size = len(data)
    total = size * PRIME64_1
    if size <= 128:
        for pair in range((size - 1) // 32, -1, -1):
            total += mix16(data, 16 * pair, 32 * pair, seed)
            total += mix16(data, size - 16 * (pair + 1), 32 * pair + 16, seed)
        return avalanche(total & MASK)
    for part in range(8):
        total += mix16(data, 16 * part, 16 * part, seed)
    total = avalanche(total & MASK)
    for part in range(8, size // 16):
        total += mix16(data, 16 * part, 16 * (part - 8) + 3, seed)
    total += mix16(data, size - 16, 136 - 17, seed)
    return avalanche(total & MASK)


def long(data, seed):
    """Inputs of more than 240 bytes."""
    secret = SECRET
    if seed:
        words = struct.unpack("<24Q", SECRET)
        turned = (w - seed & MASK if at % 2 else w + seed & MASK for at, w in enumerate(words))
        secret = struct.pack("<24Q", *turned)
    lanes = [PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1]
    keys = [struct.unpack_from("<8Q", secret, 8 * stripe) for stripe in range(16)]
    scramble = struct.unpack_from("<8Q", secret, len(secret) - STRIPE)

    def accumulate(at, key):
        values = struct.unpack_from("<8Q", data, at)
        for lane in range(8):
            mixed = values[lane] ^ key[lane]
            product = (mixed & 0xFFFF_FFFF) * (mixed >> 32)
            lanes[lane] = lanes[lane] + product + values[lane ^ 1] & MASK

    size = len(data)
    whole = (size - 1) // BLOCK
    for block in range(whole):
        for stripe in range(16):
            accumulate(BLOCK * block + STRIPE * stripe, keys[stripe])
        for lane in range(8):
            mixed = lanes[lane] ^ lanes[lane] >> 47 ^ scramble[lane]
            lanes[lane] = mixed * PRIME32_1 & MASK
    for stripe in range((size - 1 - BLOCK * whole) // STRIPE):
        accumulate(BLOCK * whole + STRIPE * stripe, keys[stripe])
    accumulate(size - STRIPE, struct.unpack_from("<8Q", secret, len(secret) - STRIPE - 7))
    total = size * PRIME64_1
    for pair in range(4):
        low = lanes[2 * pair] ^ word(secret, 11 + 16 * pair)
        high = lanes[2 * pair + 1] ^ word(secret, 19 + 16 * pair)
        total += fold(low, high)
    return avalanche(total & MASK)


def xxh3_64(data, seed=0):
    """The hash of some bytes, a number of 64 bits."""
    if len(data) <= 16:
        return up_to_16(data, seed)
    if len(data) <= 240:
        return up_to_240(data, seed)
    return long(data, seed)
