"""The referee during play: leads, duties, winners, and with a stock the nines shown, melds laid and cards drawn."""

from __future__ import annotations

from collections import Counter

from pinosim.api.record.duties import FOLLOW, best_of, broken_duty, points_of
from pinosim.api.record.parts import Trick
from pinosim.api.record.scoring import Made
from pinosim.api.record.stock_table import StockTable
from pinosim.api.record.table import Table

_ONE_DECK = "the cards are those of one deck"


def check_play(table: Table) -> None:
    """Follow the tricks; at the end `table.made` has what each seat took, if all of them are there."""
    hand = table.hand
    needed = table.hand_sizes
    stock = _Stock(table) if table.has_stock and table.trump else None
    if not hand.tricks:
        return
    for seat, held in enumerate(table.held):
        if held is None and stock is None:
            table.held[seat] = Counter(table.later_cards(seat))  # what it is seen to hold
    known = [cards is not None for cards in hand.hands] or [False] * table.players
    leader = table.first_leader()
    if table.ending:
        leader = None
    for number, trick in enumerate(hand.tricks, start=1):
        label = f"trick {number}"
        if number > needed:
            table.wrong(label, f"there are {needed} tricks in this hand", "deal.hand_size")
        if leader is None:
            leader = trick.leader
            if leader is None:
                table.not_checked("the play: the record does not say who leads")
                return
        elif trick.leader is not None and trick.leader != leader:
            rule = "play.first_leader" if number == 1 else "the winner of a trick leads the next"
            table.wrong(label, f"seat {leader} leads, not seat {trick.leader}", rule)
        if len(trick.cards) < table.players and number < len(hand.tricks):
            table.wrong(
                label, f"{len(trick.cards)} cards are played, and another trick follows", "everybody plays to a trick"
            )
        free = stock is not None and stock.lasts and table.rules.play.free_while_stock
        for place, card in enumerate(trick.cards):
            seat = (leader + place) % table.players
            _check_card(table, label, seat, card, trick.cards[:place], free, known[seat])
            _play(table, stock, label, seat, card)
        if len(trick.cards) < table.players:
            return
        winner = (leader + best_of(trick.cards, table.trump)) % table.players
        if trick.winner is not None and trick.winner != winner:
            best = trick.cards[best_of(trick.cards, table.trump)]
            table.wrong(
                label,
                f"seat {winner} wins with {best}, not seat {trick.winner}",
                "the highest trump wins, or the highest card of the suit led; of equal cards the first",
            )
        last = table.rules.tricks.last_trick if number == needed else 0
        table.made[winner] += Made(points=points_of(trick.cards, table.rules) + last, tricks=1)
        if stock is not None:
            stock.after(label, trick, winner)
        elif trick.dix or trick.melds or trick.draws:
            table.wrong(
                f"{label} {'dix' if trick.dix else 'meld' if trick.melds else 'draw'}",
                "there is no stock in this game",
                "deal.stock_size",
            )
        leader = winner
    table.played_out = len(hand.tricks) == needed


def _check_card(
    table: Table, label: str, seat: int, card: str, before: tuple[str, ...], free: bool, known: bool
) -> None:
    held = table.held[seat]
    if held is None:
        return
    if not held[card]:
        table.wrong(label, f"seat {seat} plays {card} and does not hold it", "a card must be in the hand it comes from")
    if not known and not table.has_stock:
        copies = table.played.count(card) + sum(cards[card] for cards in table.held if cards is not None)
        if copies > table.rules.deck.copies:
            table.wrong(label, f"there would be {copies} copies of {card}", f"{_ONE_DECK}: {table.rules.deck}")
    if free:
        return
    broken = broken_duty(card, list(held.elements()), before, table.trump, table.rules)
    if broken is not None:
        key, duty = broken
        rule = "a player follows suit if he can" if key == FOLLOW else key
        table.wrong(label, f"seat {seat} plays {card} to {' '.join(before)} and {duty}", rule)


def _play(table: Table, stock: _Stock | None, label: str, seat: int, card: str) -> None:
    table.played.append(card)
    held = table.held[seat]
    if held is not None:
        held[card] -= 1
        if stock is not None:
            stock.leaves(seat, card, held)


class _Stock:
    """The stock, the turned card, and what lies on the table of each seat.

    `table.held` has all cards of a seat, those on the table too.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        rules, hand = table.rules, table.hand
        self.order: list[str | None] = list(hand.stock) or [None] * rules.deal.stock_size
        self.top = 0
        self.melds = [StockTable(rules, table.trump) for _ in range(table.players)]
        nine = "9" + table.trump
        each = rules.meld.dix_by_copies[0] if rules.meld.dix_by_copies else rules.meld.dix
        self.dix_points = each
        if not hand.stock:
            table.not_checked("the stock: the record does not have it")
        turned = self.order[-1] == nine and rules.stock.dix_turned
        if hand.stock and turned != (hand.dix_turned is not None):
            message = f"the dealer scores {each} for turning {nine}" if turned else "no nine was turned up"
            table.wrong("dix turned" if hand.dix_turned is not None else "stock", message, "stock.dix_turned")
        if hand.dix_turned is not None:
            if hand.dix_turned != each:
                table.wrong("dix turned", f"a nine turned up counts {each}, not {hand.dix_turned}", "meld.dix")
            if hand.dealer is not None:
                table.made[hand.dealer] += Made(meld=each, dix=each)

    @property
    def lasts(self) -> bool:
        """Tell whether there are cards to draw."""
        return self.top < len(self.order)

    def leaves(self, seat: int, card: str, held: Counter[str]) -> None:
        """Note that a card was played: from the table if none is left in the hand."""
        melds = self.melds[seat]
        if melds.shown[card] > held[card]:
            melds.leave(card)

    def _hand(self, seat: int) -> Counter[str] | None:
        held = self.table.held[seat]
        return None if held is None else held - self.melds[seat].shown

    def after(self, label: str, trick: Trick, winner: int) -> None:
        """Check what the winner shows and lays, and what is drawn, in the order of the rules."""
        table = self.table
        if not self.lasts:
            for what, done in (("dix", trick.dix), ("meld", trick.melds), ("draw", trick.draws)):
                if done:
                    table.wrong(
                        f"{label} {what}", "the stock is gone: nothing is shown, laid or drawn any more", "meld.laid"
                    )
            return
        self._dix(f"{label} dix", trick, winner)
        if table.rules.stock.meld_before_draw:
            self._melds(f"{label} meld", trick, winner)
            self._draws(f"{label} draw", trick, winner)
        else:
            self._draws(f"{label} draw", trick, winner)
            self._melds(f"{label} meld", trick, winner)

    def _dix(self, label: str, trick: Trick, winner: int) -> None:
        table, nine = self.table, "9" + self.table.trump
        for dix in trick.dix:
            if not table.rules.stock.dix_exchange:
                table.wrong(label, "a nine of trump is not shown in this game", "stock.dix_exchange")
            if dix.nine != nine:
                table.wrong(label, f"only {nine} is shown, not {dix.nine}", "stock.dix_exchange")
            if dix.points != self.dix_points:
                table.wrong(label, f"a nine shown counts {self.dix_points}, not {dix.points}", "meld.dix")
            hand = self._hand(winner)
            if hand is not None and not hand[nine]:
                table.wrong(
                    label,
                    f"seat {winner} shows {nine} and does not hold it",
                    "a card must be in the hand it comes from",
                )
            turned = self.order[-1]
            expected = None if turned in (nine, None) else turned
            if turned is not None and dix.taken != expected:
                message = f"{nine} is exchanged for {turned}" if expected else f"the turned card is {nine} already"
                table.wrong(label, message, "stock.dix_exchange")
            if dix.taken is None:
                self.melds[winner].shown[nine] += 1
            else:
                table.take(winner, [nine], label, "shows")
                table.give(winner, [dix.taken])
                self.order[-1] = nine
            table.made[winner] += Made(meld=dix.points, dix=dix.points)

    def _melds(self, label: str, trick: Trick, winner: int) -> None:
        table, most = self.table, self.table.rules.stock.melds_per_trick
        if most and len(trick.melds) > most:
            table.wrong(label, f"{len(trick.melds)} melds are laid after one trick", "stock.melds_per_trick")
        for item in trick.melds:
            melds = self.melds[winner]
            if not melds.cards_of(item.name):
                table.wrong(label, f"{item.name} is not laid with {table.trump} trump", "meld.laid")
            hand = self._hand(winner)
            table.made[winner] += Made(meld=item.points)
            if hand is None:
                table.not_checked("melds of hands that are not known: whether their cards are held")
                continue
            _, points = melds.gain(item.name, hand)
            if not points:
                table.wrong(
                    label,
                    f"seat {winner} cannot lay {item.name}: its cards are not held, or none of them is new",
                    "a meld needs a card new from the hand, and no card twice in one kind of meld",
                )
            true = melds.lay(item.name, hand)
            if (item.name, item.copies, item.points) != (true.name, true.copies, true.points):
                table.wrong(
                    label, f"{item.name} counts {points} now, not {item.points}", f"the meld table of {table.rules.id}"
                )
            if item.cards != true.cards:
                table.wrong(
                    label,
                    f"{item.name} is made of {true.cards}, not {item.cards}",
                    f"the meld table of {table.rules.id}",
                )

    def _draws(self, label: str, trick: Trick, winner: int) -> None:
        table = self.table
        due = [(winner + place) % table.players for place in range(table.players)]
        if trick.draws and [draw.seat for draw in trick.draws] != due:
            order = ", then ".join(f"seat {seat}" for seat in due)
            table.wrong(label, f"{order} draws one card each", "the winner of a trick draws first")
        for place, seat in enumerate(due):
            card = self.order[self.top]
            self.top += 1
            said = trick.draws[place].card if trick.draws else None
            if card is not None and said is not None and card != said:
                table.wrong(label, f"seat {seat} draws {card}, not {said}", "cards are drawn from the top of the stock")
            card = card or said
            if card is None:
                table.forget(seat)
            else:
                table.give(seat, [card])
