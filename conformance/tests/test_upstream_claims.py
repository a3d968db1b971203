"""What Kafka's tests look at beside the assignment: who hands what over, and whether two members swapped."""

import pytest

from jarparity.measures.upstream import claims
from jarparity.values import sticky_bytes


def cooperative(member, owned, generation=1, topics=("t",)):
    return {"id": member, "topics": list(topics), "owned": owned, "userData": None, "generation": generation}


def eager(member, partitions, generation=1, topics=("t",)):
    data = sticky_bytes.write([tuple(p) for p in partitions], generation).hex()
    return {"id": member, "topics": list(topics), "owned": [], "userData": data, "generation": None}


def group(*members, **topics):
    return {"topics": topics or {"t": 4}, "members": list(members)}


def transferring(asked, assignment, eager=None):
    return claims.notes(asked, assignment, eager).transferring


def is_sticky(asked, assignment):
    return claims.notes(asked, assignment).sticky


def never():
    raise AssertionError("the eager answer is asked for only where partitions are left out")


def test_a_partition_that_changes_hands_is_listed_with_its_new_owner():
    asked = group(eager("a", [["t", 0], ["t", 1]]), eager("b", []))
    assert transferring(asked, {"a": [["t", 0]], "b": [["t", 1]]}) == [["t", 1, "b"]]


def test_nothing_changes_hands_without_claims():
    asked = group(eager("a", []), eager("b", []))
    assert transferring(asked, {"a": [["t", 0]], "b": [["t", 1]]}) == []


def test_a_partition_claimed_twice_in_a_generation_changes_hands_whoever_gets_it():
    asked = group(eager("a", [["t", 0]]), eager("b", [["t", 0]]))
    assert transferring(asked, {"a": [["t", 0]], "b": []}) == [["t", 0, "a"]]


@pytest.mark.parametrize(("first", "second", "owner"), [(1, 2, "b"), (2, 1, "a")])
def test_the_newer_generation_owns_it(first, second, owner):
    asked = group(eager("a", [["t", 0]], first), eager("b", [["t", 0]], second))
    other = "b" if owner == "a" else "a"
    assert transferring(asked, {owner: [["t", 0]], other: []}) == []
    assert transferring(asked, {owner: [], other: [["t", 0]]}) == [["t", 0, other]]


def test_partitions_that_do_not_exist_are_no_claims():
    asked = group(eager("a", [["t", 4], ["gone", 0]]), eager("b", []))
    assert transferring(asked, {"a": [], "b": [["t", 4], ["gone", 0]]}) == []


def test_there_is_no_list_where_subscriptions_differ():
    asked = group(eager("a", [], topics=("t",)), eager("b", [], topics=("t", "u")), t=1, u=1)
    assert transferring(asked, {"a": [], "b": []}) is None


def test_the_first_subscription_that_is_not_empty_is_the_measure():
    asked = group(eager("a", [], topics=()), eager("b", [], topics=("t",)))
    assert transferring(asked, {"a": [], "b": []}) == []


def test_a_cooperative_answer_that_leaves_nothing_out_needs_no_other():
    asked = group(cooperative("a", [["t", 0]]), cooperative("b", []))
    assert transferring(asked, {"a": [["t", 0]], "b": [["t", 1]]}, never) == []


def test_of_what_a_cooperative_answer_leaves_out_the_eager_one_names_the_owner():
    asked = group(cooperative("a", [["t", 0], ["t", 1]]), cooperative("b", []))
    found = transferring(asked, {"a": [["t", 0]], "b": []}, lambda: {"a": [["t", 0]], "b": [["t", 1]]})
    assert found == [["t", 1, "b"]]


def test_two_members_that_swap_are_not_sticky():
    asked = group(eager("a", [["t", 0]]), eager("b", [["t", 1]]))
    assert not is_sticky(asked, {"a": [["t", 1]], "b": [["t", 0]]})
    assert is_sticky(asked, {"a": [["t", 0]], "b": [["t", 1]]})


def test_a_swap_over_two_topics_is_allowed():
    asked = group(eager("a", [["t", 0]]), eager("b", [["u", 0]]), t=1, u=1)
    assert is_sticky(asked, {"a": [["u", 0]], "b": [["t", 0]]})


def test_a_cooperative_generation_may_stand_in_the_user_data():
    old = cooperative("a", [["t", 0]], None) | {"userData": sticky_bytes.write_generation(1).hex()}
    new = cooperative("b", [["t", 0]], None) | {"userData": sticky_bytes.write_generation(2).hex()}
    left_out = {"a": [], "b": []}
    assert transferring(group(old, new), left_out, lambda: {"a": [], "b": [["t", 0]]}) == []
    assert transferring(group(old, new), left_out, lambda: {"a": [["t", 0]], "b": []}) == [["t", 0, "a"]]


def test_a_cooperative_group_as_an_eager_one_claims_the_same():
    asked = group(cooperative("a", [["t", 0]], 3), cooperative("b", []))
    first, second = claims.as_eager(asked)["members"]
    assert bytes.fromhex(first["userData"]) == sticky_bytes.write([("t", 0)], 3)
    assert first["owned"] == second["owned"] == []
    assert asked["members"][0]["owned"] == [["t", 0]]
