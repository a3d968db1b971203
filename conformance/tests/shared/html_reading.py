"""HTML read strictly, for what can be said of a page without a browser."""

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br"}


class Read(HTMLParser):
    """Reads a page, and fails where elements aren't closed in order."""

    def __init__(self, text_):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(text_)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in {"script", "style"}:
            self.texts.append(data)

    def all(self, tag, **having):
        wanted = {name.rstrip("_"): value for name, value in having.items()}
        return [attrs for found, attrs in self.elements if found == tag and wanted.items() <= attrs.items()]
