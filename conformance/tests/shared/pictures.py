"""Screenshots compared with pictures kept in small: a layout that breaks is seen, another machine's letters are not."""

import io

from PIL import Image, ImageChops, ImageStat

from jarparity.environment import switched_on

SCALE = 16
"""Screen pixels along an edge of one pixel of a picture."""

MEAN, FAR, FAR_SHARE = 2.0, 24, 0.02
"""The mean difference that is allowed (of 255), and how many pixels may be how far off.

Another family of letters comes to 1.1 and 0.8 %, a matrix that is missing to 2.9 and 4.6 %.
"""


def small(screenshot):
    image = Image.open(io.BytesIO(screenshot)).convert("RGB")
    return image.resize((image.width // SCALE, image.height // SCALE), Image.Resampling.BOX)


def require_alike(found, expected):
    """Fails where they differ in size, on average, or much in some places."""
    assert found.size == expected.size, f"{found.size} in place of {expected.size} is off"
    apart = ImageChops.difference(found, expected)
    mean = sum(ImageStat.Stat(apart).mean) / 3
    assert mean <= MEAN, f"{mean:.1f} off on average"
    far = ImageStat.Stat(apart.convert("L").point(lambda value: 255 * (value > FAR))).mean[0] / 255
    assert far <= FAR_SHARE, f"{far:.1%} of it is far off"


def compare(screenshot, path, tmp_path):
    """Fails unless the screenshot looks like the picture; it is kept beside the test's other files."""
    found = small(screenshot)
    if switched_on("JARPARITY_WRITE_PICTURES"):
        path.parent.mkdir(exist_ok=True)
        found.save(path, optimize=True)
    assert path.is_file(), f"no picture {path.name}: look at the page, then run with JARPARITY_WRITE_PICTURES=1"
    (tmp_path / path.name).write_bytes(screenshot)
    require_alike(found, Image.open(path).convert("RGB"))
