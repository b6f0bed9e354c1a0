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

test.each(formats)("accepts a whole %s", async (format) => {
  expect(await followedBy(format, "")).toBe(true);
});

test("accepts a progressive JPEG, which has several scans", async () => {
  const file = await sharp(await draw("jpeg"))
    .jpeg({ progressive: true })
    .toBuffer();
  expect(isPictureOnly(file, "jpeg")).toBe(true);
});

test.each(formats)("refuses a %s without its last bytes", async (format) => {
  const file = await draw(format);
  for (const kept of [file.length - 1, file.length - 5, Math.floor(file.length / 2), 13, 3]) {
    expect(isPictureOnly(file.subarray(0, kept), format)).toBe(false);
  }
});

test.each(formats)("refuses a %s that is followed by other content", async (format) => {
  const others = [
    "<html><body onload=alert(1)>",
    "<?php system($_GET[0]);",
    "PK\u0003\u0004 an archive",
    "*/=alert(1)//",
    Buffer.from([1]),
  ];
  for (const rest of others) expect(await followedBy(format, rest)).toBe(false);
});

test("accepts what the cameras of phones append to a JPEG", async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42")]);
  for (const rest of [Buffer.alloc(64), await draw("jpeg"), film, Buffer.from("MotionSEFT")]) {
    expect(await followedBy("jpeg", rest)).toBe(true);
  }
  expect(await followedBy("png", film)).toBe(false);
});

test("refuses a page in the comment of a JPEG", async () => {
  const file = await draw("jpeg");
  const page = Buffer.from("<ScRipt>alert(1)</script>");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page]);
  const hidden = Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)]);
  expect((await sharp(hidden).metadata()).format).toBe("jpeg");
  expect(isPictureOnly(hidden, "jpeg")).toBe(false);
});
