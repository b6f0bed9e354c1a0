import { createHash } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { PHONE, type Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";
import { voiceNote } from "../testing/sounds.ts";
import { MAX_MEDIA_BYTES } from "./media-store.ts";

let simulator: Running;
let note: Uint8Array<ArrayBuffer>;
simulatorForTests((started) => (simulator = started));
beforeAll(async () => {
  note = await voiceNote(3);
});
beforeEach(() => simulator.setPhone({ windowOpen: true }));

const token = "development-token";
const sendAudio = (id: string, voice?: boolean) =>
  simulator.send({ messaging_product: "whatsapp", to: PHONE, type: "audio", audio: { id, voice } });

test("an upload becomes a voice note with its real duration", async () => {
  const upload = await simulator.upload(note, "audio/ogg");
  expect(upload).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^\d+$/) } });
  expect(await sendAudio(upload.body.id, true)).toMatchObject({ status: 200 });

  const [message] = (await simulator.messages()).toReversed();
  expect(message).toMatchObject({
    type: "audio",
    audio: { mime: "audio/ogg", bytes: note.length, voice: true },
  });
  expect(message?.audio?.durationMs).toBeGreaterThanOrEqual(3000);
  expect(message?.audio?.durationMs).toBeLessThan(3030);
  const sound = await fetch(message!.audio!.url);
  expect(sound.headers.get("content-type")).toBe("audio/ogg");
  expect(new Uint8Array(await sound.arrayBuffer())).toEqual(note);

  expect(await simulator.log()).toContainEqual(
    expect.objectContaining({
      kind: "media",
      status: 200,
      accepted: true,
      mediaId: upload.body.id,
      sha256: createHash("sha256").update(note).digest("hex"),
    }),
  );
});

test("audio without the voice flag is a file", async () => {
  const { body } = await simulator.upload(note, "audio/ogg; codecs=opus");
  await sendAudio(body.id);
  const [message] = (await simulator.messages()).toReversed();
  expect(message).toMatchObject({ audio: { voice: false, mime: "audio/ogg; codecs=opus" } });
});

test("serves a range of the audio", async () => {
  const { body } = await simulator.upload(note, "audio/ogg");
  const part = (range: string) =>
    fetch(`${simulator.url}/sim/media/${body.id}`, { headers: { range } });
  const first = await part("bytes=0-3");
  expect(first.status).toBe(206);
  expect(await first.text()).toBe("OggS");
  expect(first.headers.get("content-range")).toBe(`bytes 0-3/${note.length}`);
  expect((await part(`bytes=${note.length}-`)).status).toBe(416);
  expect((await fetch(`${simulator.url}/sim/media/1`)).status).toBe(404);
});

test.each([
  ["another type", "image/png", 100],
  ["what is not what it says", "audio/mpeg", 131053],
])("rejects %s", async (_, mime, code) => {
  const response = await simulator.upload(new TextEncoder().encode("no sound at all"), mime);
  expect(response).toMatchObject({ status: 400, body: { error: { code } } });
  expect((await simulator.log()).at(-1)).toMatchObject({ kind: "media", code, accepted: false });
});

test("rejects more than 16 MB", async () => {
  for (const size of [MAX_MEDIA_BYTES + 1, MAX_MEDIA_BYTES + 1_000_000]) {
    const response = await simulator.upload(new Uint8Array(size), "audio/ogg");
    expect(response).toMatchObject({ status: 400, body: { error: { code: 131053 } } });
  }
});

test("rejects a body that is not a form or has no messaging_product", async () => {
  const json = await simulator.call("POST", "/v26.0/100000000000001/media", { file: "x" }, token);
  expect(json).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  const form = await simulator.upload(note, "audio/ogg", { messaging_product: "sms" });
  expect(form).toMatchObject({ status: 400, body: { error: { code: 100 } } });
});

test("a reset keeps uploads, as the provider does", async () => {
  const { body } = await simulator.upload(note, "audio/ogg");
  await simulator.sim("DELETE", "/state");
  await simulator.setPhone({ windowOpen: true });
  expect(await sendAudio(body.id, true)).toMatchObject({ status: 200 });
});
