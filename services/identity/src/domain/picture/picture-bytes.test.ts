import sharp from "sharp";
import { expect, test } from "vitest";
import { isPictureOnly } from "./picture-bytes.ts";
import type { PictureFormat } from "./picture-bytes.ts";

const formats: PictureFormat[] = ["png", "jpeg", "webp"];
const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
const draw = (format: PictureFormat) =>
  sharp({ create: { width: 61, height: 47, channels: 3, background: "red", noise } })
    .withExif({ IFD0: { Artist: "Ada" } })
    .toFormat(format)
    .toBuffer();
const followedBy = async (format: PictureFormat, rest: Buffer | string) =>
  isPictureOnly(Buffer.concat([await draw(format), Buffer.from(rest)]), format);

test.each(formats)("a whole %s is a picture", async (format) => {
  expect(await followedBy(format, "")).toBe(true);
});

test("a progressive JPEG has several scans and one end", async () => {
  const file = await sharp(await draw("jpeg"))
    .jpeg({ progressive: true })
    .toBuffer();
  expect(isPictureOnly(file, "jpeg")).toBe(true);
});

test.each(formats)("a %s without its last bytes is none", async (format) => {
  const file = await draw(format);
  for (const kept of [file.length - 1, file.length - 5, Math.floor(file.length / 2), 13, 3]) {
    expect(isPictureOnly(file.subarray(0, kept), format)).toBe(false);
  }
});

test.each(formats)("a %s that goes on as something else is refused", async (format) => {
  const others = [
    "<html><body onload=alert(1)>",
    "<?php system($_GET[0]);",
    "PK\u0003\u0004 an archive",
    "*/=alert(1)//",
    Buffer.from([1]),
  ];
  for (const rest of others) expect(await followedBy(format, rest)).toBe(false);
});

test("what telephones put after a JPEG is no reason to refuse it", async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42")]);
  for (const rest of [Buffer.alloc(64), await draw("jpeg"), film, Buffer.from("MotionSEFT")]) {
    expect(await followedBy("jpeg", rest)).toBe(true);
  }
  expect(await followedBy("png", film)).toBe(false);
});

test("a page in the comment of a JPEG is refused", async () => {
  const file = await draw("jpeg");
  const page = Buffer.from("<ScRipt>alert(1)</script>");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page]);
  const hidden = Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)]);
  expect((await sharp(hidden).metadata()).format).toBe("jpeg");
  expect(isPictureOnly(hidden, "jpeg")).toBe(false);
});
