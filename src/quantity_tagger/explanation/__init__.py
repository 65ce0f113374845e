"""Solutions in words and pictures: reasons, steps, story, HTML, SVG."""
