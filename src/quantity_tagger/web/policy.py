"""What a browser may do with our answers: load what comes from here, and nothing else."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from quantity_tagger.explanation.lattice_svg import STYLE as LATTICE_STYLE


def style_source(style: str) -> str:
    """The source expression that allows one inline style sheet, to the letter."""
    return f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"


def content_policy(*styles: str) -> str:
    """The content policy of a page with these inline style sheets."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            " ".join(("style-src 'self'", *map(style_source, styles))),
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


SECURITY_HEADERS = {
    # The lattice is drawn with a style sheet of its own inside.
    "Content-Security-Policy": content_policy(LATTICE_STYLE),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",  # what people send is kept nowhere; files say otherwise themselves
}
