"""A person's seat in the terminal: shows what the seat knows, asks for a choice, takes it back, gives a hint."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pinosim.api.convention_seats import with_convention
from pinosim.api.hand import Hand
from pinosim.api.legal import read_trick
from pinosim.api.live.choose import melds_to_lay
from pinosim.api.live.hand_in_play import HandInPlay
from pinosim.api.live.news import Names, cards_by_suit, news
from pinosim.api.live.seen import held_cards, holding
from pinosim.api.live.turn import Turn, auction_now, forced_bid, laid_so_far, legal_to_play, trick_now, trumps_to_name
from pinosim.api.record.parts import PASS, HandRecord
from pinosim.api.told import sayable_in_words
from pinosim.cards import SUIT_NAMES, read_suit
from pinosim.errors import PinosimError
from pinosim.policies.registry import resolve

if TYPE_CHECKING:
    from pinosim.api.conventions import Convention
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

HELP: Final = """\
  a bid or P          when you are to call
  a suit              to name trump: S, hearts, ...
  a card              to play or to call one: KH, 10s, A♠; Enter alone plays the only card there is
  cards               to pass or to bury: KS AH TH 9D, or S:K H:AT D:9
  seat and card       to give cards out of a kitty: 1 9D, 2 AS
  numbers             to lay melds from the list: 1 3; Enter alone lays none
  show                what you know: hand, auction, trump, meld, tricks
  hint                what the player 'hard' would do, knowing what you know
  undo                take back your last entry, as long as nothing has come of it: nobody else has chosen since, no
                      meld was laid and you got no new card (with --confirm before it is told, so always)
  quit [FILE]         leave; the game so far goes to FILE, or to that of --out
  ?                   this help"""


class Quit(Exception):
    """The person leaves.

    Attributes
    ----------
    path : Path or None
        Where the game so far is saved.
    """

    def __init__(self, path: Path | None = None) -> None:
        super().__init__("the game is left")
        self.path = path


class Person:
    """Somebody at the terminal.

    Parameters
    ----------
    rules : Rules
    seat : int
    names : Names
        What to call the seats.
    confirm : bool
        Ask after each entry whether it stands.
    stderr : bool
        Talk on stderr, so that stdout is free for JSON.
    save : callable, optional
        Told the hand so far and the name typed after `quit`, empty for none, it saves the game and gives its file. If
        it refuses, the person is asked again.
    conventions : sequence of Convention or None, optional
        The bidding convention of each seat, this one too: the person is told what calls mean by them.

    Attributes
    ----------
    left : Quit, KeyboardInterrupt or None
        How the person left before the end.
    """

    def __init__(self, rules: Rules, seat: int, names: Names, *, confirm: bool = False, stderr: bool = False,
                 save: Callable[[HandRecord, str], Path | None] | None = None,
                 conventions: Sequence[Convention | None] = ()) -> None:  # fmt: skip
        self.rules, self.seat, self.names, self.conventions = rules, seat, names, conventions
        self.confirm, self.stderr, self.save = confirm, stderr, save
        self.left: Quit | KeyboardInterrupt | None = None
        self._told: HandRecord | None = None

    def say(self, text: str = "") -> None:
        """Print a line for the person."""
        click.echo(
            "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text), err=self.stderr
        )

    def begin(self, play: HandInPlay, number: int, scores: tuple[int, ...]) -> None:
        """Open a hand."""
        self._told = None
        dealer = self.names(play.hand.dealer or 0)
        told = ", ".join(f"side {side} {score}" for side, score in enumerate(scores))
        self.say(f"\nHand {number}: {dealer} {'deal' if play.hand.dealer == self.seat else 'deals'}. Score: {told}.")

    def tell(self, play: HandInPlay) -> None:
        """Say what has happened since the person last looked."""
        seen = play.seen(self.seat)
        for line in news(self.rules, self._told, seen, self.names, self.conventions):
            self.say(line)
        self._told = seen

    def answer(self, play: HandInPlay) -> None:
        """Ask for one choice, until it is made (or an earlier one is taken back)."""
        turn = play.turn
        assert turn is not None
        self.tell(play)
        self._show_choice(play, turn)
        while True:
            entry = self._read(f"{_question(turn)}> ")
            word, _, rest = entry.partition(" ")
            try:
                if word.lower() in ("quit", "exit", "q"):
                    raise Quit(None if self.save is None else self.save(play.record, rest.strip()))
                if word in ("?", "help", "h"):
                    self.say(HELP)
                elif word.lower() == "show":
                    self._show_all(play)
                elif word.lower() == "hint":
                    self._hint(play, turn)
                elif word.lower() == "undo":
                    self._undo(play)
                    return
                elif self._choose(play, turn, entry):
                    return
            except PinosimError as error:
                self.say(f"No: {str(error).rstrip('.')}.")

    def _read(self, prompt: str) -> str:
        click.echo(prompt, nl=False, err=self.stderr)
        line = sys.stdin.readline()
        if not line:
            self.say()
            raise Quit
        entry = line.strip()
        if not sys.stdin.isatty():
            self.say(entry)  # a transcript of a piped game reads like one typed
        return entry

    def _choose(self, play: HandInPlay, turn: Turn, entry: str) -> bool:
        choice = _read_choice(self.rules, play, turn, entry)
        play.choose(choice)
        if not self.confirm:
            return True
        while True:
            answer = self._read(f"You {_in_words(turn, choice)}. Enter: it stands; undo> ").lower()
            if answer in ("", "y", "yes"):
                return True
            if answer in ("undo", "n", "no"):
                play.undo()
                return False
            self.say("Enter alone lets it stand, 'undo' takes it back.")

    def _hint(self, play: HandInPlay, turn: Turn) -> None:
        choice = play.ask(with_convention(resolve("hard", self.rules), self._convention))
        typed = ""
        if turn.stage == "meld" and choice:
            listed = list(melds_to_lay(self.rules, play.hand, turn.seat))
            typed = f"; type {' '.join(str(listed.index(name) + 1) for name in choice)}"
        self.say(f"hard would {_in_words(turn, choice)}{typed}.")

    def _undo(self, play: HandInPlay) -> None:
        why = why_not_undo(self.rules, play, self.seat)
        if why:
            raise PinosimError(f"nothing is taken back: {why}")
        turn, choice = play.choices[-1]
        play.undo()
        self._told = play.seen(self.seat)
        self.say(f"Taken back: {_in_words(turn, choice)}.")

    def _show_choice(self, play: HandInPlay, turn: Turn) -> None:
        rules, hand = self.rules, play.hand
        if rules.deal.stock_size:
            table, held = laid_so_far(rules, play.seen(self.seat), self.seat)
            self.say(f"Your hand:  {cards_by_suit(Hand(' '.join(held.elements())))}")
            if +table.shown:
                self.say(f"On the table:  {cards_by_suit(Hand(' '.join(table.shown.elements())))}")
        else:
            self.say(f"Your hand:  {cards_by_suit(held_cards(rules, hand, self.seat))}")
        if turn.stage == "call":
            now = auction_now(rules, hand)
            if now.forced:
                self.say(f"Everybody else has passed: you have to bid {forced_bid(rules)}, and may bid more.")
                return
            lowest = rules.legal_bids(now.high, up_to=(now.high or rules.auction.min_bid) + 1000)[:1]
            self.say(f"The lowest bid is {lowest[0]}." if lowest else "No higher bid can be made.")
            self._show_what_calls_tell(hand)
        elif turn.stage == "trump":
            suits = ", ".join(SUIT_NAMES[suit] for suit in trumps_to_name(rules, holding(rules, hand, turn.seat)))
            self.say(f"You may name {suits}.")
        elif turn.stage == "play":
            trick = trick_now(rules, hand)
            on_table = f"On the table: {' '.join(trick.cards)}. " if trick.cards else ""
            self.say(f"{on_table}You may play {' '.join(legal_to_play(rules, hand, turn.seat))}.")
        elif turn.stage == "meld":
            for number, (name, points) in enumerate(melds_to_lay(rules, hand, turn.seat).items(), start=1):
                self.say(f"  {number}  {name} {points}")

    def _show_what_calls_tell(self, hand: HandRecord) -> None:
        played = self._convention
        cards = held_cards(self.rules, hand, self.seat)
        lines = sayable_in_words(cards, hand.calls or (), hand.dealer, played)
        if played is not None and lines:
            self.say(f"By {played.short_name} your call would tell, of your hand:")
        for line in lines:
            self.say(f"  {line}")

    @property
    def _convention(self) -> Convention | None:
        return self.conventions[self.seat] if self.conventions else None

    def _show_all(self, play: HandInPlay) -> None:
        for line in news(self.rules, None, play.seen(self.seat), self.names, self.conventions):
            self.say(line)
        if play.turn is not None:
            self._show_choice(play, play.turn)


def why_not_undo(rules: Rules, play: HandInPlay, seat: int) -> str:
    """Say why the last choice of a seat may not be taken back; an empty text: it may.

    Parameters
    ----------
    rules : Rules
    play : HandInPlay
    seat : int
    """
    own = [number for number, (turn, _) in enumerate(play.choices) if turn.seat == seat]
    if not own:
        return "you have not chosen anything in this hand yet"
    answered = play.choices[own[-1] + 1 :]
    if answered:
        turn, choice = answered[0]
        return f"seat {turn.seat} has answered it ({_in_words(turn, choice)})"
    before = play.before_last()
    if len(before.redeals) != len(play.hand.redeals):
        return "the cards have been dealt again"
    if play.hand.melds and not before.melds:
        return "meld has been laid since"
    if holding(rules, play.hand, seat) - holding(rules, before, seat):
        return "it has brought you new cards"
    return ""


def _question(turn: Turn) -> str:
    return {
        "redeal": "Ask for a new deal? y or n",
        "call": "Your call",
        "trump": "Trump",
        "called": "Call a card",
        "share": "Give a card to each",
        "give": f"Pass {turn.count} cards to the bidder",
        "return": f"Pass {turn.count} cards back",
        "bury": f"Bury {turn.count} cards",
        "play": "Your card",
        "meld": "Lay",
    }[turn.stage]


def _in_words(turn: Turn, choice: Any) -> str:
    words: dict[str, Callable[[], str]] = {
        "redeal": lambda: "ask for a new deal" if choice else "keep these cards",
        "call": lambda: "pass" if choice == PASS else f"bid {choice}",
        "trump": lambda: f"name {SUIT_NAMES[choice]}",
        "called": lambda: f"call {choice}",
        "share": lambda: "give " + ", ".join(f"{card} to seat {seat}" for seat, card in choice),
        "give": lambda: f"pass {choice.short()}",
        "return": lambda: f"pass back {choice.short()}",
        "bury": lambda: f"bury {choice.short()}",
        "play": lambda: f"play {choice}",
        "meld": lambda: f"lay {', '.join(choice) or 'nothing'}",
    }
    return words[turn.stage]()


def _read_choice(rules: Rules, play: HandInPlay, turn: Turn, entry: str) -> Any:
    """Read what was typed as the choice that is asked for."""
    if turn.stage == "redeal":
        if entry.lower() not in ("y", "yes", "n", "no"):
            raise PinosimError(f"expected y or n, got {entry!r}")
        return entry.lower().startswith("y")
    if turn.stage == "call":
        if entry.lower() in ("p", "pass", "-"):
            return PASS
        if not re.fullmatch(r"[0-9]{1,6}", entry):
            raise PinosimError(f"expected a bid or P for pass, got {entry!r}; ? lists what you can type")
        return int(entry)
    if turn.stage == "trump":
        return read_suit(entry)
    if turn.stage in ("give", "return", "bury"):
        return Hand(entry, rules)
    if turn.stage == "share":
        return _read_shares(rules, entry)
    if turn.stage == "meld":
        return _read_melds(rules, play, turn, entry)
    if turn.stage == "play" and not entry:
        legal = legal_to_play(rules, play.hand, turn.seat)
        if len(legal) == 1:
            return legal[0]
    return _read_card(rules, entry)


def _read_card(rules: Rules, entry: str) -> str:
    cards = read_trick(entry, rules)
    if len(cards) != 1:
        raise PinosimError(f"expected one card such as KH, got {entry!r}; ? lists what you can type")
    return cards[0]


def _read_shares(rules: Rules, entry: str) -> tuple[tuple[int, str], ...]:
    pairs = []
    for part in entry.split(","):
        words = part.split()
        if len(words) != 2 or not re.fullmatch(r"[0-9]", words[0]):
            raise PinosimError(f"expected a seat and a card for each other player, such as '1 9D, 2 AS', got {entry!r}")
        pairs.append((int(words[0]), _read_card(rules, words[1])))
    return tuple(pairs)


def _read_melds(rules: Rules, play: HandInPlay, turn: Turn, entry: str) -> tuple[str, ...]:
    names = list(melds_to_lay(rules, play.hand, turn.seat))
    chosen = []
    for word in re.split(r"[\s,]+", entry):
        if not word or word == "0":
            continue
        if not word.isascii() or not word.isdigit() or not 1 <= int(word[:4]) <= len(names):
            raise PinosimError(f"expected numbers from 1 to {len(names)}, or Enter alone to lay nothing, got {entry!r}")
        chosen.append(names[int(word) - 1])
    return tuple(chosen)


def sit_down(person: Person, policies: tuple[Policy, ...], seed: int) -> Callable[[int, tuple[int, ...]], HandRecord]:
    """Make the function that plays a hand with a person among policies, for `api.game.game_of_hands`.

    Parameters
    ----------
    person : Person
    policies : tuple of Policy
        One a seat; that of the person's seat is not asked.
    seed : int

    Returns
    -------
    callable
        Gives the hand; without a result if the person left, and `person.left` says how.
    """
    played = 0

    def play_hand(number: int, scores: tuple[int, ...]) -> HandRecord:
        nonlocal played
        played += 1
        play = HandInPlay(person.rules, seed, number, people=(person.seat,))
        try:
            person.begin(play, played, scores)
            while play.turn is not None:
                if play.turn.seat == person.seat:
                    person.answer(play)
                else:
                    play.choose(play.ask(policies[play.turn.seat], policies))
            person.tell(play)
        except (Quit, KeyboardInterrupt) as left:
            person.left = left
        return play.record

    return play_hand
