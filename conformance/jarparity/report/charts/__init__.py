"""Charts of loads for pages that need nothing else: as SVG, with axes, and the style and script that they share."""
