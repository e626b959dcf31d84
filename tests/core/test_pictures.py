"""A picture costs what its provider charges for its pixels, read from its first bytes; nothing hostile breaks that."""

import base64
import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from trimscope import tokens
from trimscope.pictures.file_guesses import MOST_PAGES, PAGE_OCTETS
from trimscope.pictures.holding import held
from trimscope.pictures.octets import Octets
from trimscope.pictures.picture_rules import MOST_CROPS, UNKNOWN, Cells, Crops, Patches, Tiles
from trimscope.pictures.pixels import MOST, pixels_of
from trimscope.pictures.pricing import media_price
from trimscope.transcript import Media
from trimscope.words.counting import priced_as

SIDES = st.integers(min_value=1, max_value=16_383)


def png(width, height, behind=b""):
    sides = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + sides + b"\x08" + behind


def gif(width, height):
    return b"GIF89a" + width.to_bytes(2, "little") + height.to_bytes(2, "little") + b"\x00\x00\x00" + bytes(40)


def segment(marker, body):
    return bytes((0xFF, marker)) + (len(body) + 2).to_bytes(2, "big") + body


def jpeg(width, height, *before, marker=0xC0):
    frame = b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + b"\x03" + bytes(9)
    return b"\xff\xd8" + b"".join(before) + segment(marker, frame) + bytes(40)


def webp(kind, body):
    return b"RIFF" + (len(body) + 12).to_bytes(4, "little") + b"WEBP" + kind + len(body).to_bytes(4, "little") + body


def lossy(width, height):
    sides = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return webp(b"VP8 ", bytes(3) + b"\x9d\x01\x2a" + sides + bytes(20))


def lossless(width, height):
    return webp(b"VP8L", b"\x2f" + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + bytes(20))


def extended(width, height):
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return webp(b"VP8X", bytes(4) + sides + bytes(20))


def encoded(data):
    return base64.b64encode(data).decode()


FORMS = [png, gif, jpeg, lossy, lossless, extended]
NOTES = segment(0xE1, b"Exif\x00\x00" + bytes(60_000))


@pytest.mark.parametrize("make", FORMS, ids=lambda make: make.__name__)
def test_the_size_is_read_from_the_header(make):
    @given(SIDES, SIDES)
    def holds(width, height):
        assert pixels_of(Octets(encoded(make(width, height)))) == (width, height)

    holds()


@pytest.mark.parametrize("marker", [0xC0, 0xC1, 0xC2, 0xC3, 0xCF])
def test_a_jpegs_frame_is_found_behind_its_notes_and_tables(marker):
    tables = segment(0xC4, bytes(300)), segment(0xDB, bytes(64))
    data = jpeg(4032, 3024, NOTES, NOTES, *tables, b"\xff\xff", marker=marker)
    assert pixels_of(Octets(encoded(data))) == (4032, 3024)


def test_only_what_is_asked_for_is_decoded():
    text = encoded(jpeg(640, 480, *[NOTES] * 60))
    seen = []

    class Watched(Octets):
        def at(self, start, count):
            seen.append(count)
            return super().at(start, count)

    assert pixels_of(Watched(text)) == (640, 480) and sum(seen) < 1_000 < len(text)


@given(st.binary(max_size=200), st.integers(0, 220), st.integers(0, 40))
def test_bytes_at_a_place_are_those_of_the_decoded_text(data, start, count):
    for text in (encoded(data), encoded(data).rstrip("="), base64.urlsafe_b64encode(data).decode()):
        assert Octets(text).at(start, count) == data[start : start + count]
    assert Octets(base64.encodebytes(data).decode()).at(start, count) == data[start : start + count]


@pytest.mark.parametrize("make", FORMS, ids=lambda make: make.__name__)
def test_a_header_that_is_cut_short_or_claims_nothing_gives_no_size(make):
    whole = make(640, 480)
    for end in range(len(whole)):
        assert pixels_of(Octets(encoded(whole[:end]))) in (None, (640, 480))
    assert pixels_of(Octets(encoded(whole[:9]))) is None
    if make in (png, gif, jpeg, lossy):
        assert pixels_of(Octets(encoded(make(0, 480)))) is None


def test_an_impossible_size_is_not_believed():
    assert pixels_of(Octets(encoded(png(MOST, 1)))) is None
    assert pixels_of(Octets(encoded(png(2**32 - 1, 2**32 - 1)))) is None


BEGINNINGS = [b"", b"\xff\xd8", b"GIF89a", b"RIFF\x00\x00\x00\x00WEBPVP8L", png(9, 9)[:16]]


@given(st.binary(max_size=80), st.sampled_from(BEGINNINGS))
def test_no_bytes_crash_it(data, beginning):
    found = pixels_of(Octets(encoded(beginning + data)))
    assert found is None or all(0 < side < MOST for side in found)


@given(st.text(max_size=80))
def test_no_text_that_is_no_base64_crashes_it(text):
    pixels_of(Octets(text))
    assert held("image", {"data": text, "url": "data:image/png;base64," + text}).kind


def test_a_jpeg_that_never_comes_to_its_frame_ends():
    loop = b"\xff\xd8" + segment(0xE0, b"") * 100_000
    assert pixels_of(Octets(encoded(loop))) is None
    assert pixels_of(Octets(encoded(b"\xff\xd8\xff\xe0\x00\x00" + bytes(90)))) is None


def test_real_files_of_a_picture_library_read_the_same():
    library = pytest.importorskip("PIL.Image")
    random.seed(7)
    picture = library.frombytes("RGB", (97, 61), random.randbytes(97 * 61 * 3))
    for kind, how in (
        ("PNG", {}), ("GIF", {}), ("JPEG", {}), ("JPEG", {"progressive": True, "icc_profile": bytes(150_000)}),
        ("WEBP", {}), ("WEBP", {"lossless": True}), ("WEBP", {"exif": b"Exif\x00\x00" + bytes(90)}),
    ):  # fmt: skip
        file = io.BytesIO()
        picture.save(file, kind, **how)
        assert pixels_of(Octets(encoded(file.getvalue()))) == (97, 61), (kind, how)


@pytest.mark.parametrize(
    ("rule", "pixels", "charged"),
    [
        (Tiles(85, 170), (640, 480), 425),
        (Tiles(85, 170), (3008, 2000), 1105),
        (Tiles(2_833, 5_667), (640, 480), 14_167),
        (Tiles(70, 140), (640, 480), 350),
        (Patches(1_620), (640, 480), 486),
        (Patches(1_720), (640, 480), 516),
        (Patches(1_200), (640, 480), 360),
        (Patches(1_500), (640, 480), 450),
        (Crops(), (640, 480), 5 * 258),
        (Crops(), (3008, 2000), 13 * 258),
        (Crops(), (300, 200), 258),
    ],
    ids=str,
)
def test_rules_give_what_recorded_requests_were_charged(rule, pixels, charged):
    assert rule.tokens(pixels, False) == charged


@pytest.mark.parametrize(("pixels", "charged"), [((597, 566), 462), ((166, 282), 66), ((1001, 1001), 1296)])
def test_claudes_rule_is_within_three_tokens_of_what_was_charged(pixels, charged):
    assert abs(Cells(28, 1_568, 1_600, 3).tokens(pixels, False) - charged) <= 3


@given(st.integers(1, MOST), st.integers(1, MOST), st.booleans())
def test_no_size_costs_more_than_the_rule_allows_or_nothing(width, height, low):
    for rule, most in (
        (Tiles(85, 170), 85 + 170 * 8),
        (Patches(1_620), 1_536 * 1_620 // 1_000),
        (Cells(28, 1_568, 1_600, 3), 1_603),
        (Crops(), 258 * (1 + MOST_CROPS)),
    ):
        assert 0 < rule.tokens((width, height), low) <= most
        assert rule.tokens((width, height), True) <= rule.tokens((width, height), False)


PICTURE = encoded(png(640, 480, bytes(3_000)))


def carriers():
    url = f"data:image/png;base64,{PICTURE}"
    claude = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}}
    yield "gpt-4o", {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]}, 425
    yield "gpt-5", {"input": [{"role": "user", "content": [{"type": "input_image", "image_url": url}]}]}, 350
    yield "claude-sonnet-4-5", {"max_tokens": 9, "messages": [{"role": "user", "content": [claude]}]}, 23 * 18 + 3
    inline = {"inlineData": {"mimeType": "image/png", "data": PICTURE}}
    yield "gemini-2.0-flash", {"contents": [{"role": "user", "parts": [inline]}]}, 5 * 258
    block = {"image": {"format": "png", "source": {"bytes": PICTURE}}}
    asked = [{"role": "user", "content": [block]}]
    yield "anthropic.claude-sonnet-4-5", {"inferenceConfig": {}, "messages": asked}, 23 * 18 + 3


@pytest.mark.parametrize(("model", "document", "charged"), [*carriers()], ids=lambda each: str(each)[:30])
def test_a_picture_in_any_dialect_costs_by_its_pixels(model, document, charged):
    counts = tokens.count(ts.load(document), "light", model)
    assert sum(counts.messages) - counts.profile.message == charged
    assert tokens.count(ts.load(document), "patchcat", model).messages[0] == 4 + UNKNOWN


def test_low_detail_costs_its_base():
    url = {"url": f"data:image/png;base64,{PICTURE}", "detail": "low"}
    transcript = ts.load([{"role": "user", "content": [{"type": "image_url", "image_url": url}]}])
    assert tokens.count(transcript, "light", "gpt-4o").messages == (4 + 85,)


def test_the_bytes_say_what_it_is_whatever_the_label_says():
    assert held("file", {"data": encoded(jpeg(64, 48, NOTES)), "media_type": "application/pdf"}).pixels == (64, 48)
    assert held("image", {"data": encoded(b"%PDF-1.7" + bytes(90))}).kind == "pdf"
    assert held("input_audio", {"input_audio": {"data": encoded(bytes(900)), "format": "wav"}}).kind == "audio"
    assert held("inlineData", {"inlineData": {"mimeType": "video/mp4", "data": "AAAA" * 99}}).kind == "video"


def priced(model, kind, node):
    transcript = ts.load([{"role": "user", "content": "x"}])
    return media_price(held(kind, node), tokens.profile_for(transcript, "light", model).frames)


def test_files_are_guessed_from_their_size_and_bounded():
    def pdf(octets):
        data = encoded(b"%PDF-1.7" + bytes(octets))
        return {"source": {"type": "base64", "media_type": "application/pdf", "data": data}}

    one, most = priced("claude-sonnet-4-5", "document", pdf(1_000)), 2_250 * MOST_PAGES
    assert one == (2_250, "size")
    assert priced("claude-sonnet-4-5", "document", pdf(3 * PAGE_OCTETS)) == (4 * 2_250, "size")
    assert priced("claude-sonnet-4-5", "document", pdf(200 * PAGE_OCTETS)) == (most, "size")
    assert priced("gemini-2.5-pro", "document", pdf(1_000)) == (258, "size")


@pytest.mark.parametrize(
    "node",
    [
        {"url": "https://pictures.example/" + "a" * 400 + ".png"},
        {"source": {"type": "file", "file_id": "file-123"}},
        {"data": encoded(b"\x89PNG\r\n\x1a\n")},
        {"data": "A" * 90},
        {},
    ],
    ids=str,
)
def test_a_picture_without_known_pixels_has_the_flat_price(node):
    assert priced("claude-sonnet-4-5", "image", node) == (UNKNOWN, "flat")


def test_base64_is_no_text_and_a_hostile_block_is_looked_at_only_so_far():
    deep = node = {}
    for _ in range(150):
        node["a"] = [0] * 50
        node["b"] = {}
        node = node["b"]
    node["data"] = PICTURE
    assert held("image", deep).pixels is None
    wide = {"image": [PICTURE] * 3, **{str(n): "x" for n in range(10_000)}}
    assert held("image", wide).pixels == (640, 480)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_price_names_its_ground(lang):
    def said(url, model="gpt-4o", **more):
        part = {"type": "image_url", "image_url": {"url": url, **more}}
        transcript = ts.load([{"role": "user", "content": [part]}])
        return priced_as(transcript.messages[0].parts[0], tokens.profile_for(transcript, "light", model), lang)

    data = f"data:image/png;base64,{PICTURE}"
    assert "425" in said(data) and "640" in said(data) and "480" in said(data)
    assert "85" in said(data, detail="low") and "1,000" in said("https://pictures.example/a.png")
    assert len({said(data), said(data, detail="low"), said("https://pictures.example/a.png")}) == 3
    text = Media("document", 9, "plain text", ())
    assert priced_as(text, tokens.profile("light"), lang) == ""
