"""What every answer tells the browser about what it may do with it."""

from croupier.server.settings import Settings

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_ALWAYS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_YEAR = 365 * 24 * 60 * 60


def security_headers(settings: Settings, path: str) -> list[tuple[bytes, bytes]]:
    """The headers of an answer; what the API says is kept nowhere."""
    headers = dict(_ALWAYS)
    if settings.secure:
        headers["strict-transport-security"] = f"max-age={_YEAR}; includeSubDomains"
    if path.startswith("/api"):
        headers["cache-control"] = "no-store"
    return [(name.encode(), value.encode()) for name, value in headers.items()]
