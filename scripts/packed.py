"""The packed form of Grenier's tables, written from docs/format.md alone."""

import functools
import struct

from xxh3 import xxh3_64

SUM = 2048
EDGE = 256
STREAMS = 4
START = 65536


class Damaged(Exception):
    """What breaks a rule of the page; says the place in the file."""


class Model:
    """Which byte is how likely beside which neighbours."""

    def __init__(self, data):
        self.data, self.at = data, 0
        (tables,) = self.take("<H")
        if tables > 16:
            raise Damaged("the model has more than 16 tables")
        self.tables = [self.table() for _ in range(tables)]
        (contexts,) = self.take("<I")
        if contexts < 1:
            raise Damaged("the model has no context")
        self.contexts = {}
        last = (-1, -1)
        for number in range(contexts):
            neighbours, context = self.context()
            if number == 0:
                if neighbours != (0, 0):
                    raise Damaged("the model's first context is not that of 0 and 0")
                self.other = context
                continue
            if neighbours <= last:
                raise Damaged("the model's contexts do not rise")
            self.contexts[neighbours] = context
            last = neighbours
        if self.at != len(data):
            raise Damaged("the model goes on behind its last context")

    def take(self, form):
        """The next numbers."""
        try:
            numbers = struct.unpack_from(form, self.data, self.at)
        except struct.error:
            raise Damaged("the model ends in its middle") from None
        self.at += struct.calcsize(form)
        return numbers

    def table(self):
        """By the lowest bits of a state: rank, frequency, and how far above its start."""
        (ranks,) = self.take("<H")
        frequencies = self.take(f"<{ranks}H")
        if not 1 <= ranks <= 256 or 0 in frequencies or sum(frequencies) != SUM:
            raise Damaged("a table of the model is none")
        steps = [
            (rank, frequency, above)
            for rank, frequency in enumerate(frequencies)
            for above in range(frequency)
        ]
        return ranks, steps

    def context(self):
        """Neighbours, and what they announce: a table's steps and a ranking."""
        above, left, table, ranks = self.take("<4H")
        if above > EDGE or left > EDGE or table >= len(self.tables):
            raise Damaged("a context of the model is none")
        most, steps = self.tables[table]
        if ranks > most:
            raise Damaged("a context of the model has more ranks than its table")
        return (above, left), (steps, self.take(f"<{ranks}B"))


def division(rows, columns):
    """Rows and columns of the blocks of a section."""
    most = 4096 if min(rows, columns) < 16 else 8192
    high = min(rows, 64)
    wide = min(columns, most // high)
    return min(rows, most // wide), wide


class Packed:
    """The parts of a packed file; `read(at, size)` gives bytes of it."""

    def __init__(self, read, header_bytes, header, sections, size):
        self.read = read
        model = read(header_bytes, header.model_bytes)
        if xxh3_64(model) != header.model_hash:
            raise Damaged("the hash of the model does not match")
        self.model = Model(model)
        self.sections = sections
        self.first = [0]
        for rows, columns in sections:
            high, wide = division(rows, columns)
            blocks = -(-rows // high) * -(-columns // wide)
            self.first.append(self.first[-1] + blocks)
        table = header_bytes + header.model_bytes
        parts = self.first[-1] + 1
        entries = list(struct.iter_unpack("<QQ", read(table, 16 * parts)))
        ends = [table + 16 * parts, *(end for end, _ in entries)]
        if any(end < start for start, end in zip(ends, ends[1:])) or ends[-1] != size:
            raise Damaged(f"the offset table does not end at the file's end, {size}")
        self.parts = [(start, end, hash_) for start, (end, hash_) in zip(ends, entries)]

    def part(self, number):
        """The bytes of a part."""
        start, end, hash_ = self.parts[number]
        data = self.read(start, end - start)
        if xxh3_64(data, number) != hash_:
            raise Damaged(f"part {number}, at byte {start}: its hash does not match")
        return data

    def tail(self):
        """What stands behind the positions."""
        return self.part(len(self.parts) - 1)

    def shape(self, section, number):
        """Where a block of a section begins, and its rows and columns."""
        rows, columns = self.sections[section]
        high, wide = division(rows, columns)
        down, across = divmod(number, -(-columns // wide))
        top, left = down * high, across * wide
        return top, left, min(high, rows - top), min(wide, columns - left)

    @functools.lru_cache(maxsize=64)  # pylint: disable=method-cache-max-size-none
    def block(self, section, number):
        """The rows of a block."""
        part = self.first[section] + number
        data = self.part(part)
        _, _, rows, columns = self.shape(section, number)
        try:
            return self.decode(data, rows, columns)
        except (IndexError, struct.error):
            raise Damaged(f"part {part}: it breaks a rule of its form") from None

    def decode(self, data, rows, columns):
        """The rows of a block from the words of its part."""
        words = [word for (word,) in struct.iter_unpack("<H", data)]
        at, streams = STREAMS, []
        for length in words[:STREAMS]:
            streams.append(iter(words[at : at + length]))
            at += length
        if at != len(words):
            raise IndexError
        used = min(rows, STREAMS)
        if any(words[used:STREAMS]):
            raise IndexError
        states = [next_word(stream) | next_word(stream) << 16 for stream in streams[:used]]
        contexts, other = self.model.contexts, self.model.other
        block, above_row = [], [EDGE] * columns
        for row in range(rows):
            stream, state, left, values = streams[row % 4], states[row % 4], EDGE, []
            for above in above_row:
                steps, ranking = contexts.get((above, left), other)
                rank, frequency, over = steps[state % SUM]
                left = ranking[rank]
                values.append(left)
                state = frequency * (state // SUM) + over
                if state < START:
                    state = state * START + next_word(stream)
            states[row % 4], above_row = state, values
            block.append(bytes(values))
        if any(state != START for state in states) or any(next(s, None) is not None for s in streams):
            raise IndexError
        return block

    def byte(self, section, row, column):
        """The byte of a place."""
        rows, columns = self.sections[section]
        high, wide = division(rows, columns)
        number = row // high * -(-columns // wide) + column // wide
        return self.block(section, number)[row % high][column % wide]

    def payload(self):
        """All of it, as in the plain form."""
        pieces = []
        for section, (rows, columns) in enumerate(self.sections):
            matrix = [bytearray(columns) for _ in range(rows)]
            for number in range(self.first[section + 1] - self.first[section]):
                top, left, _, wide = self.shape(section, number)
                for down, values in enumerate(self.block(section, number)):
                    matrix[top + down][left : left + wide] = values
            pieces.extend(matrix)
        return b"".join(pieces) + self.tail()


def next_word(stream):
    """The next word of a stream."""
    word = next(stream, None)
    if word is None:
        raise IndexError
    return word
