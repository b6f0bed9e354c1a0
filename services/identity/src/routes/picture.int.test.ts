import { setTimeout as pause } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { asUser } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test, vi } from "vitest";
import { profileImageOf } from "../clients/sharp/profile-images.ts";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: string;
startForTests(startIdentity, (started) => (identity = started));
beforeEach(async () => {
  adasId = await identity.signUpAlone({ ...ada, language: "en" });
});

const formOf = (file: Buffer | string, field = "profilePicture", name = "me.png") => {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(Buffer.from(file))]), name);
  return form;
};
const send = (form: FormData, as = adasId) => identity.upload(form, as);
const addressOf = async () => {
  const { body } = await identity.call("GET /me", { as: adasId });
  return (body as { profilePicture: `/${string}` | null }).profilePicture;
};
const canvas = (width: number, height: number, background = "red") =>
  sharp({ create: { width, height, channels: 3, background } });
const photo = () => canvas(600, 400).png().toBuffer();

/** Bits of each sample, type of colour, and 1 for an interlaced picture, as in the header of a PNG. */
type Form = readonly [bits: number, colour: number, interlace: number];

/**
 * A decompression bomb: a PNG of `side` × `side` pixels in one colour, compressed to a few kilobytes. In another form than
 * that of black and white it has too few pixels.
 */
function bomb(side: number, [bits, colour, interlace]: Form = [1, 0, 0]): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([bits, colour], 8);
  header[12] = interlace;
  const pixels = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("serves a picture as a small WebP at its own address until it is removed", async () => {
  const answer = await send(formOf(await photo()));
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: "Your profile picture is up to date." },
  });
  const address = await addressOf();
  expect(address).toMatch(/^\/media\/pictures\/[0-9a-f]{32}$/);
  expect(answer.body).toMatchObject({ profilePicture: address });

  const served = await identity.download(address!);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=31536000, immutable",
  });
  expect(await sharp(served.bytes).metadata()).toMatchObject({
    format: "webp",
    width: 256,
    height: 256,
  });

  for (const _twice of [1, 2]) {
    const removed = await identity.call("DELETE /user/profile-picture", { as: adasId });
    expect(removed).toMatchObject({ status: 200, body: { success: true } });
    expect(await addressOf()).toBeNull();
  }
  expect((await identity.download(address!)).status).toBe(404);
});

test("replaces the old picture by the new one and removes the old address", async () => {
  await send(formOf(await photo()));
  const before = await addressOf();
  await send(formOf(await canvas(300, 300, "blue").webp().toBuffer()));
  const after = await addressOf();
  expect(after).not.toBe(before);
  expect((await identity.download(before!)).status).toBe(404);
  expect((await identity.download(after!)).status).toBe(200);
});

test("turns a photograph upright and removes place, date and camera", async () => {
  const exif = { IFD0: { Artist: "Ada" }, IFD3: { GPSLatitude: "48/1 51/1 0/1" } };
  const halves = await canvas(400, 400)
    .composite([{ input: await canvas(400, 200, "blue").png().toBuffer(), gravity: "north" }])
    .jpeg()
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await send(formOf(halves));
  const { bytes } = await identity.download((await addressOf())!);
  const { exif: metadata, orientation, icc, xmp } = await sharp(bytes).metadata();
  expect({ metadata, orientation, icc, xmp }).toEqual({});
  const right = sharp(bytes).extract({ left: 200, top: 100, width: 1, height: 1 });
  const [red, , blue] = await right.raw().toBuffer();
  expect(blue).toBeGreaterThan(200);
  expect(red).toBeLessThan(50);
});

test("converts a CMYK photograph to RGB", async () => {
  const print = await canvas(300, 300).toColourspace("cmyk").jpeg().toBuffer();
  expect((await sharp(print).metadata()).space).toBe("cmyk");
  expect(await send(formOf(print))).toMatchObject({ status: 200 });
  const { bytes } = await identity.download((await addressOf())!);
  const [red = 0, green = 255, blue = 255] = await sharp(bytes).raw().toBuffer();
  expect(red).toBeGreaterThan(200);
  expect(Math.max(green, blue)).toBeLessThan(90);
});

test("reads a photograph whose scan has the parameters that some phones write", async () => {
  const file = await canvas(300, 300).jpeg().toBuffer();
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  // the last coefficient, after the length, the number of components and two bytes for each of the three: 0 instead of 63
  const last = scan + 2 + 2 + 1 + 6 + 1;
  expect(file[last]).toBe(63);
  file[last] = 0;
  expect(await send(formOf(file))).toMatchObject({ status: 200 });
});

test("keeps the first frame of an animation", async () => {
  const frames = await Promise.all(
    ["red", "blue"].map((colour) => canvas(64, 64, colour).png().toBuffer()),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  expect(await send(formOf(moving))).toMatchObject({ status: 200 });
  const { bytes } = await identity.download((await addressOf())!);
  expect((await sharp(bytes).metadata()).pages).toBeUndefined();
});

/** A page in the comment of a JPEG. */
function commented(file: Buffer, page: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, page.length + 2]);
  return Buffer.concat([file.subarray(0, 2), head, Buffer.from(page), file.subarray(2)]);
}

const page = "<html><script>alert(1)</script>";
test.each([
  ["a PNG and a page", async () => Buffer.concat([await photo(), Buffer.from(page)])],
  ["a page in a comment", async () => commented(await canvas(9, 9).jpeg().toBuffer(), page)],
  [
    "a JPEG and an archive",
    async () =>
      Buffer.concat([await canvas(9, 9).jpeg().toBuffer(), Buffer.from("PK\u0003\u0004")]),
  ],
])("serves only the picture of %s", async (_case, file) => {
  expect(await send(formOf(await file()))).toMatchObject({ status: 200 });
  const { bytes } = await identity.download((await addressOf())!);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
  const text = bytes.toString("latin1");
  expect(text).not.toContain("script");
  expect(text).not.toContain("PK\u0003\u0004");
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
test.each([
  ["an SVG", () => svg],
  ["a page", () => "<html><script>alert(1)</script>"],
  ["nothing", () => ""],
  ["a GIF", () => canvas(9, 9).gif().toBuffer()],
  ["a TIFF", () => canvas(9, 9).tiff().toBuffer()],
  ["a bomb of 9,000 × 9,000 pixels", () => bomb(9_000)],
  ["5,001 × 5,001 pixels", () => bomb(5_001)],
  ["half a JPEG", async () => (await canvas(300, 300).jpeg().toBuffer()).subarray(0, 700)],
  ["half a PNG", async () => (await photo()).subarray(0, -400)],
  [
    "an SVG after the signature of a PNG",
    async () => Buffer.concat([(await photo()).subarray(0, 8), Buffer.from(svg)]),
  ],
])("refuses %s", async (_case, file) => {
  expect(await send(formOf(await file()))).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", message: expect.stringContaining("PNG, JPEG or WebP") },
  });
  expect(await addressOf()).toBeNull();
});

test.each([
  ["an interlaced PNG with 16 bits", () => bomb(5_000, [16, 6, 1])],
  [
    "a progressive JPEG",
    () => canvas(5_000, 5_000).jpeg({ progressive: true, quality: 1 }).toBuffer(),
  ],
])(
  "refuses to decode %s of 25 megapixels, which needs all of it in memory",
  async (_case, file) => {
    expect(await send(formOf(await file()))).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED", message: expect.stringContaining("12 megapixels") },
    });
  },
);

test("reads one picture while four wait, and refuses further ones at once", async () => {
  const file = await photo();
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => profileImageOf(file)));
  const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused.map(({ code }) => code)).toEqual(Array(3).fill("SERVICE_UNAVAILABLE"));
  expect(await send(formOf(file))).toMatchObject({ status: 200 });
});

test("makes a decompression bomb that is small enough to be uploaded", () => {
  expect(bomb(9_000).length).toBeLessThan(40_000);
});

test("refuses six megabytes and reads five", async () => {
  expect(await send(formOf(Buffer.alloc(6_000_000)))).toMatchObject({
    status: 413,
    body: { code: "PAYLOAD_TOO_LARGE" },
  });
  expect(await send(formOf(Buffer.alloc(5 * 1024 * 1024)))).toMatchObject({ status: 400 });
  expect(await send(formOf(Buffer.alloc(5 * 1024 * 1024 + 1)))).toMatchObject({ status: 413 });
});

test("refuses a form with another field, another file or no file", async () => {
  const two = formOf(await photo());
  two.append("profilePicture", new Blob([await photo()]), "b.png");
  const more = formOf(await photo());
  more.append("role", "admin");
  const word = new FormData();
  word.append("profilePicture", "me");
  for (const form of [formOf(await photo(), "picture"), two, more, word, new FormData()]) {
    expect(await send(form)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED", message: expect.stringMatching(/Please try again\.$/u) },
    });
  }
  expect(await addressOf()).toBeNull();
});

test.each([
  ["application/json", "{}", 415],
  ["image/png", "png", 415],
  ["multipart/form-data", "no boundary", 400],
  ["multipart/form-data; boundary=x", "--x\r\nnever ends", 400],
  [
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="profilePicture"; filename="a"\r\n\r\nhalf',
    400,
  ],
])("refuses a body of type %s with the content %j", async (type, raw, status) => {
  const headers = { "content-type": type };
  const answer = await identity.call("POST /user/profile-picture", { as: adasId, raw, headers });
  expect(answer.status).toBe(status);
  expect(await send(formOf(await photo()))).toMatchObject({ status: 200 });
});

test("answers 200 or 409 to parallel uploads, and serves the last picture saved", async () => {
  const file = await canvas(2_000, 2_000).jpeg().toBuffer();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(formOf(file))));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const saved = answers.findLast(({ status }) => status === 200);
  expect(saved?.body).toHaveProperty("profilePicture");
  expect((await identity.download((await addressOf())!)).status).toBe(200);
});

/** Sends the first half of an upload, and breaks it off with `leaving`. */
const sendHalf = async (leaving: AbortController) => {
  const part = `content-disposition: form-data; name="profilePicture"; filename="a"`;
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(`--x\r\n${part}\r\n\r\nhalf`)),
  });
  await fetch(`${identity.url}/user/profile-picture`, {
    method: "POST",
    body,
    headers: {
      ...(await asUser(adasId, "identity")),
      "content-type": "multipart/form-data; boundary=x",
    },
    duplex: "half",
    signal: leaving.signal,
  } as RequestInit).catch(() => undefined);
};
const statusOfNext = async () => (await send(formOf(await photo()))).status;

test("takes the next picture after an upload broke off", async () => {
  const leaving = new AbortController();
  const uploading = sendHalf(leaving);
  await expect.poll(statusOfNext).toBe(409);
  leaving.abort();
  await uploading;
  await expect.poll(statusOfNext).toBe(200);
});

test("takes the next picture after an upload broke off while the account was read", async () => {
  const leaving = new AbortController();
  vi.spyOn(identity.users, "byId").mockImplementationOnce(async (id) => {
    leaving.abort();
    await pause(200);
    return identity.users.byId(id);
  });
  await sendHalf(leaving);
  await pause(400);
  expect(await statusOfNext()).toBe(200);
});

test("answers 401 to uploads without an account", async () => {
  expect(await identity.call("POST /user/profile-picture")).toMatchObject({ status: 401 });
  expect(await send(formOf(await photo()), "gone")).toMatchObject({ status: 401 });
  expect(await identity.call("DELETE /user/profile-picture", { as: "gone" })).toMatchObject({
    status: 401,
  });
});

test.each(["0".repeat(32), "x", "..%2f..%2fetc", `${"0".repeat(31)}%00`])(
  "answers 404 for /media/pictures/%s",
  async (key) => {
    expect(await identity.call(`GET /media/pictures/${key}`)).toMatchObject({ status: 404 });
  },
);
