"""What each page of plots is asked as every reader sees it: its sizes and themes, and the places of its axes' texts."""

SIZES = {"wide": {"width": 1280, "height": 900}, "phone": {"width": 400, "height": 800}}
LOOKS = [(size, scheme) for size in SIZES for scheme in ("light", "dark")]


def open_all(page):
    """Opens each part that is folded."""
    page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true })")


def away_from_their_bars(page):
    """Texts of the x axes of visible bar charts that aren't below the middle of the bar that they number."""
    charts = page.locator(".chart:has(svg.bars)").all()
    return [text for chart in charts if chart.is_visible() for text in _away(chart)]


def _away(chart):
    bars = [bar.bounding_box() for bar in chart.locator(".reach").all()]
    for text in chart.locator(".x span").all():
        box, words = text.bounding_box(), text.inner_text()
        bar = bars[int(words.split()[-1])]
        if abs(box["x"] + box["width"] / 2 - bar["x"] - bar["width"] / 2) > 1:
            yield words
