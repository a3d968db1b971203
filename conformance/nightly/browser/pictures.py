"""Screenshots compared with pictures kept in small: a layout that breaks is seen, another machine's letters are not."""

import io
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

FOLDER = Path(__file__).with_name("pictures")
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


def compare(screenshot, name, config, tmp_path):
    """Fails unless the screenshot looks like the picture of this name; it is kept beside the test's other files."""
    found, path = small(screenshot), FOLDER / f"{name}.png"
    if config.getoption("--write-pictures"):
        found.save(path, optimize=True)
    assert path.is_file(), f"no picture {path.name}: look at the page, then run with --write-pictures"
    (tmp_path / f"{name}.png").write_bytes(screenshot)
    require_alike(found, Image.open(path).convert("RGB"))
