"""Choosing pieces by worth under a budget, against every choice there is."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from trimscope.worth.value import Piece, choose, oldest_first, worth


@st.composite
def problems(draw, dependent=True):
    """A few pieces, each depending only on earlier ones, and a room."""
    pieces = []
    for number in range(draw(st.integers(0, 7))):
        needs = draw(st.sets(st.integers(0, number - 1), max_size=2)) if dependent and number else set()
        pieces.append(Piece(draw(st.integers(1, 20)), draw(st.integers(0, 30)), tuple(sorted(needs))))
    return pieces, draw(st.integers(0, 80))


def cost(pieces, kept):
    return sum(pieces[at].cost for at in kept)


def is_closed(pieces, kept):
    return all(set(pieces[at].needs) <= set(kept) for at in kept)


def best(pieces, room):
    """The worth of the best choice, by trying every one."""
    positions = range(len(pieces))
    every = (set(some) for size in range(len(pieces) + 1) for some in combinations(positions, size))
    fitting = [some for some in every if cost(pieces, some) <= room and is_closed(pieces, some)]
    return max((worth(pieces, frozenset(some)) for some in fitting), default=0)


@given(problems())
@settings(max_examples=400)
def test_a_choice_fits_is_closed_and_worth_no_less_than_dropping_the_oldest(problem):
    pieces, room = problem
    kept = choose(pieces, room)
    assert cost(pieces, kept) <= room and is_closed(pieces, kept)
    assert worth(pieces, oldest_first(pieces, room)) <= worth(pieces, kept) <= best(pieces, room)


@given(problems(dependent=False))
@settings(max_examples=400)
def test_without_dependencies_a_choice_is_worth_at_least_half_of_the_best(problem):
    pieces, room = problem
    assert 2 * worth(pieces, choose(pieces, room)) >= best(pieces, room)


@given(problems())
def test_dropping_the_oldest_takes_what_needs_it_along_and_stops_as_soon_as_the_rest_fits(problem):
    pieces, room = problem
    kept = oldest_first(pieces, room)
    assert is_closed(pieces, kept) and cost(pieces, kept) <= room
    if cost(pieces, range(len(pieces))) <= room:
        assert kept == frozenset(range(len(pieces)))


def test_what_was_selected_counts_for_what_depends_on_it():
    # the third source article's example refuses every piece that depends on another, because it never notes these
    pieces = [Piece(2, 1), Piece(2, 10, (0,)), Piece(2, 9, (1,)), Piece(50, 5)]
    assert choose(pieces, 6) == {0, 1, 2}


def test_all_stays_where_there_is_room_for_all():
    pieces = [Piece(5, 0), Piece(5, 3, (0,))]
    assert choose(pieces, 10) == {0, 1}


def test_a_chain_of_ten_thousand_is_chosen_from_in_time():
    pieces = [Piece(10, number % 7, (number - 1,) if number % 3 == 2 else ()) for number in range(10_000)]
    kept = choose(pieces, 40_000)
    assert is_closed(pieces, kept) and 39_000 < cost(pieces, kept) <= 40_000
