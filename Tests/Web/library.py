"""Many artworks at once: an export is written from one real artwork, and imported."""

import hashlib
import json
from datetime import datetime, timedelta, timezone

import pictures

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
WORDS = ["lighthouse", "fox", "harbour", "등대", "forest", "moon", "river", "고양이"]


def identifier(made, number):
    """Returns a job ID: the time in milliseconds, then digits that tell artworks apart."""
    value = int(made.timestamp() * 1000) << 80 | number + 1
    return "".join(ALPHABET[value >> 5 * place & 31] for place in reversed(range(26)))


def add_artworks(service, count, per_day=40, pictures_made=8):
    """Adds `count` artworks to the library, the newest made yesterday and `per_day` a day before that."""
    pattern = _pattern(service)
    shown = [pictures.gradient(64, 48, shift) for shift in range(pictures_made)]
    digests = [hashlib.sha256(picture).hexdigest() for picture in shown]
    newest = datetime.now(timezone.utc).replace(microsecond=0) - timedelta(days=1)
    lines = []
    for number in reversed(range(count)):
        made = newest - timedelta(days=1) * (number / per_day)
        record = json.loads(json.dumps(pattern))
        which = number % pictures_made
        record["artwork"] |= {
            "id": identifier(made, number), "made": _text(made), "name": f"piece-{number:06}",
            "tags": [f"t{number % 20}"], "favourite": number % 50 == 0, "picture_bytes": len(shown[which]),
            "prompt": f"{WORDS[number % len(WORDS)]} number {number}"}
        record["request"]["source"] = _with_prompt(record["request"]["source"], record["artwork"]["prompt"])
        record |= {
            "file": f"piece-{number:06}.txt", "ordered": _text(made),
            "picture": {"digest": digests[which], "format": "png"}}
        record.pop("likeness", None)
        lines.append(json.dumps(record, ensure_ascii=False))
    _write_export(service.root / "export", lines, dict(zip(digests, shown)))
    service.textify("import", "--quiet", service.root / "export", timeout=600)


def _pattern(service):
    """Returns the record of a real artwork, whose request belongs to this version of the service."""
    service.make("a pattern of the others")
    return service.api("GET", "/v1/artworks/export?limit=1")["artworks"][0]


def _with_prompt(source, prompt):
    """Replaces the text of the only prompt of a stored request."""
    text = json.dumps(source)
    return json.loads(text.replace('"a pattern of the others"', json.dumps(prompt)))


def _text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


def _write_export(folder, lines, files):
    records = ("\n".join(lines) + "\n").encode()
    folder.mkdir()
    (folder / "artworks.jsonl").write_bytes(records)
    for digest, picture in files.items():
        place = folder / "pictures" / digest[:2] / f"{digest}.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(picture)
    manifest = {
        "format": "textify-library", "version": 1, "artworks": len(lines), "pictures": len(files),
        "bytes": sum(map(len, files.values())), "sha256": hashlib.sha256(records).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest))
