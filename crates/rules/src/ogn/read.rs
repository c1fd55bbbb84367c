//! Game files read.

use crate::board::{Board, Side};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{move_letter, parse_move, shown};
use crate::ogn::error::{OgnError, Problem};
use crate::ogn::record::{OWN, Record};
use crate::ogn::result::GameResult;
use crate::ogn::token::{Place, Token, Tokens};
use crate::ogn::variant;
use crate::rule_set::RuleSet;

/// Reads the games of a text one by one, under the rules that each one names
/// ([`RuleSet::OWARE`], as Aualé, when it names none), or under those given here.
///
/// A game that cannot be read is an error with its line and column, and the next
/// one is read all the same; where a comment, a tag or a variation does not end, or
/// something does not belong into a game file at all, nothing more is read. A game
/// begins with tags behind moves, or with moves behind a result.
///
/// What stands behind a move as `+2` must be what the move captures. Behind the
/// last move it may also be that and what the player has on their side, which
/// Aualé counts as captured by the move that ends the game.
///
/// Aualé writes no FEN tag for a game that South begins on another board than the
/// usual one. Without the tag the result must therefore follow from the moves.
pub fn games(text: &str, rules: Option<RuleSet>) -> Games<'_> {
    Games {
        tokens: Tokens::new(text),
        ahead: None,
        broken: false,
        rules,
    }
}

/// The games of a text; see [`games`].
pub struct Games<'a> {
    tokens: Tokens<'a>,
    /// The first word of the next game.
    ahead: Option<(Place, Token<'a>)>,
    /// There is no way on behind an error.
    broken: bool,
    rules: Option<RuleSet>,
}

impl Iterator for Games<'_> {
    type Item = Result<Record, OgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        match self.one() {
            Ok(words) if words.is_empty() => None,
            Ok(words) => Some(record(words, self.rules)),
            Err(error) => {
                self.broken = true;
                Some(Err(error))
            }
        }
    }
}

impl<'a> Games<'a> {
    /// The words of one game; none at the end of the text.
    fn one(&mut self) -> Result<Vec<(Place, Token<'a>)>, OgnError> {
        let mut words = Vec::new();
        let (mut has_moves, mut has_result) = (false, false);
        loop {
            let next = self
                .ahead
                .take()
                .map_or_else(|| self.tokens.next(), |word| Ok(Some(word)))?;
            let Some((place, token)) = next else {
                return Ok(words);
            };
            let begins = match token {
                Token::Tag(..) => has_moves,
                Token::Letters(_) | Token::Number => has_result,
                _ => false,
            };
            if begins {
                self.ahead = Some((place, token));
                return Ok(words);
            }
            has_moves |= !matches!(token, Token::Tag(..));
            has_result |= matches!(token, Token::Result(_));
            words.push((place, token));
        }
    }
}

/// What the words of a game mean.
fn record(words: Vec<(Place, Token<'_>)>, rules: Option<RuleSet>) -> Result<Record, OgnError> {
    let tag = |wanted: &str| {
        let mut values = words.iter().rev().filter_map(|(place, token)| match token {
            Token::Tag(name, value) if *name == wanted => Some((*place, value.trim())),
            _ => None,
        });
        values.next()
    };
    let rules = match (rules, tag("Variant")) {
        (Some(rules), _) => rules,
        (None, None) => RuleSet::OWARE,
        (None, Some((place, name))) => variant::named(name).ok_or_else(|| {
            let found = shown(name);
            place.error(Problem::UnknownVariant { found })
        })?,
    };
    let fen = tag("FEN").filter(|(_, value)| !["", "?"].contains(value));
    let game = match fen {
        None => usual_start(rules, &words),
        Some((place, fen)) => {
            let board: Board = fen
                .parse()
                .map_err(|e| place.error(Problem::NotABoard(e)))?;
            Game::from_board(rules, board).map_err(|e| place.error(Problem::NoGame(e)))?
        }
    };
    let result = match tag("Result") {
        None => None,
        Some((place, text)) => Some((place, result(place, text)?)),
    };
    let mut reader = Reader {
        game,
        assumed_start: fen.is_none(),
        comments: Vec::new(),
        preface: String::new(),
        last: None,
        doubtful: None,
        result,
    };
    let mut tags = Vec::new();
    for (place, token) in words {
        match token {
            Token::Tag(name, value) => tags.push((name, value)),
            token => reader.take(place, &token)?,
        }
    }
    reader.finish(tags)
}

/// The start of a game without a FEN tag. Aualé leaves the tag out, too, when
/// North has the first move on the usual board.
fn usual_start(rules: RuleSet, words: &[(Place, Token<'_>)]) -> Game {
    let first = words.iter().find_map(|(_, token)| match token {
        Token::Letters(letters) => letters.chars().next(),
        _ => None,
    });
    let board = match first {
        Some('a'..='f') => Board::START_OF_NORTH,
        _ => Board::START,
    };
    Game::from_board(rules, board).expect("the board has stores")
}

fn result(place: Place, text: &str) -> Result<GameResult, OgnError> {
    GameResult::read(text).ok_or_else(|| {
        let found = shown(text);
        place.error(Problem::NotAResult { found })
    })
}

/// A game on its way.
struct Reader {
    game: Game,
    /// There was no FEN tag.
    assumed_start: bool,
    comments: Vec<String>,
    /// What was said before the first move.
    preface: String,
    /// The move that a mark would belong to.
    last: Option<(Side, Move)>,
    /// What is wrong unless there is no further move.
    doubtful: Option<OgnError>,
    /// The result, and where the file names it first.
    result: Option<(Place, GameResult)>,
}

impl Reader {
    fn take(&mut self, place: Place, token: &Token<'_>) -> Result<(), OgnError> {
        let before = self.last.take();
        match token {
            Token::Letters(letters) => self.moves(place, letters)?,
            Token::Mark(mark) => self.mark(place, before, *mark)?,
            Token::Comment(comment) => {
                let said = self.comments.last_mut().unwrap_or(&mut self.preface);
                *said = format!("{said} {comment}");
            }
            Token::Result(text) => {
                let told = result(place, text)?;
                let known = self.result.filter(|(_, known)| *known != GameResult::Open);
                self.result = known.or(Some((place, told)));
            }
            Token::Number | Token::Tag(..) => {}
        }
        Ok(())
    }

    fn moves(&mut self, place: Place, letters: &str) -> Result<(), OgnError> {
        let is_pit = |c: char| matches!(c, 'A'..='F' | 'a'..='f');
        if letters.chars().nth(1).is_some() && !letters.chars().all(is_pit) {
            let found = shown(letters);
            return Err(place.error(Problem::Unexpected { found }));
        }
        for (at, letter) in letters.chars().enumerate() {
            self.one_move(place.right(at), letter)?;
        }
        Ok(())
    }

    fn one_move(&mut self, place: Place, letter: char) -> Result<(), OgnError> {
        if let Some(error) = self.doubtful.take() {
            return Err(error);
        }
        let parsed = parse_move(letter.encode_utf8(&mut [0; 4]));
        let (side, pit) = parsed.map_err(|error| place.error(Problem::NotAMove(error)))?;
        let turn = self.game.board().side();
        if side != turn {
            return Err(place.error(Problem::WrongSide { letter, side: turn }));
        }
        let assumed_start = self.assumed_start;
        let played = self.game.play(pit).map_err(|error| {
            place.error(Problem::NotPlayable {
                error,
                assumed_start,
            })
        })?;
        let preface = std::mem::take(&mut self.preface);
        self.comments.push(preface);
        self.last = Some((side, played));
        Ok(())
    }

    fn mark(
        &mut self,
        place: Place,
        last: Option<(Side, Move)>,
        mark: u32,
    ) -> Result<(), OgnError> {
        let Some((side, played)) = last else {
            return Err(place.error(Problem::StrayMark { mark }));
        };
        let captured = played.captured;
        if mark == u32::from(captured) {
            return Ok(());
        }
        let wrong = place.error(Problem::WrongMark {
            letter: move_letter(side, played.pit),
            captured,
            mark,
            rules: self.game.rules().name,
            assumed_start: self.assumed_start,
        });
        if mark != u32::from(captured) + played.next.waiting_seeds() {
            return Err(wrong);
        }
        self.doubtful = Some(wrong);
        Ok(())
    }

    fn finish(self, tags: Vec<(&str, String)>) -> Result<Record, OgnError> {
        let result = self.result.map_or(GameResult::Open, |(_, result)| result);
        if let Some((place, result)) = self.result.filter(|_| self.assumed_start)
            && !result.follows_from(&self.game)
        {
            let stores = [Side::South, Side::North].map(|side| self.game.store(side));
            return Err(place.error(Problem::WrongResult { result, stores }));
        }
        let mut record = Record::new(self.game);
        record.set_result(result);
        for (ply, comment) in self.comments.iter().enumerate() {
            record.set_comment(ply, comment);
        }
        for (name, value) in tags {
            if !OWN.contains(&name) {
                record.set_tag(name, &value);
            }
        }
        Ok(record)
    }
}
