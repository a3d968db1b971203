"""Ports that are wrong about `kafka.assignor.custom`, each in one way: copartition's answer, changed."""

from copartition.port import PORT

_RIGHT = PORT.operations["kafka.assignor.custom"]


def _release(line):
    return tuple(map(int, line.removeprefix("kafka-clients ").split(".")))


def _assigned(answer, other):
    """The answer with the assignment of another."""
    told = {
        member: {**told, "partitions": other["assignment"][member]} for member, told in answer["onAssignment"].items()
    }
    return {**answer, "assignment": other["assignment"], "onAssignment": told}


def _without(document, *fields):
    members = [{k: v for k, v in member.items() if k not in fields} for member in document["members"]]
    return {**document, "members": members}


def user_data_unread(document, line):
    return _assigned(_RIGHT(document, line), _RIGHT(_without(document, "setting", "userData"), line))


def foreign_user_data_unread(document, line):
    return _assigned(_RIGHT(document, line), _RIGHT(_without(document, "userData"), line))


def racks_unread(document, line):
    counts = {t: known if isinstance(known, int) else len(known) for t, known in document["topics"].items()}
    return _assigned(_RIGHT(document, line), _RIGHT({**document, "topics": counts}, line))


def racks_only_since_3_4(document, line):
    return racks_unread(document, line) if _release(line) < (3, 4, 0) else _RIGHT(document, line)


def each_topic_on_its_own(document, line):
    answer = _RIGHT(document, line)
    merged = {member["id"]: [] for member in document["members"]}
    alone = [_RIGHT({**document, "topics": {topic: known}}, line) for topic, known in document["topics"].items()]
    for one in sorted(alone, key=lambda one: repr(one["assignment"])):
        for member, given in one["assignment"].items():
            merged[member] += given
    ordered = {m: sorted(given, key=lambda p: (p[0].encode("utf-16-be"), p[1])) for m, given in merged.items()}
    return _assigned(answer, {"assignment": ordered})


def _seeing(answer, **seen):
    return {**answer, "seen": {**answer["seen"], **seen}}


def topics_sorted(document, line):
    answer = _RIGHT(document, line)
    counts = answer["seen"]["partitionsPerTopic"]
    return _seeing(answer, partitionsPerTopic=counts and sorted(counts))


def topics_without_metadata_kept(document, line):
    answer = _RIGHT(document, line)
    counts = answer["seen"]["partitionsPerTopic"]
    named = {topic for member in document["members"] for topic in member["topics"]}
    if counts is None:
        return answer
    return _seeing(answer, partitionsPerTopic=counts + [[t, 0] for t in sorted(named - {t for t, _ in counts})])


def members_as_they_came(document, line):
    return _seeing(_RIGHT(document, line), members=[member["id"] for member in document["members"]])


def _telling(answer, **told):
    return {**answer, "onAssignment": {m: {**of, **told} for m, of in answer["onAssignment"].items()}}


def generation_told_by_every_release(document, line):
    generation = document.get("generation")
    return _telling(_RIGHT(document, line), generation=1 if generation is None else generation)


def first_generation_for_ever(document, line):
    return _telling(_RIGHT(document, line), generation=1 if _release(line) >= (2, 3, 0) else None)


def no_bytes_are_none(document, line):
    answer = _telling(_RIGHT(document, line), userData=None)
    return {**answer, "userData": {member: sent or None for member, sent in answer["userData"].items()}}


def defaults_on_every_release(document, line):
    return {**_RIGHT(document, line), "version": 0, "supportedProtocols": ["EAGER"]}


def instances_untold(document, line):
    return _telling(_RIGHT(document, line), instance=None)


WRONG = {
    name: function
    for name, function in list(globals().items())
    if getattr(function, "__module__", None) == __name__ and not name.startswith("_")
}
PORT_OF_SORTED_TOPICS = {"kafka.assignor.custom": topics_sorted}
