import type { Connection } from "mongoose";
import { expect, test, vi } from "vitest";
import { ClipLengths } from "../domain/digest/clip-lengths.ts";
import type { SpokenText } from "../domain/digest/digest-plan.ts";
import { clipKey as keyOfClip } from "../domain/content-keys.ts";
import { SpeechError, type Speech } from "../domain/speech.ts";
import { ClipStore } from "../store/clips.ts";
import { twoReplicas } from "../testing/two-replicas.ts";
import { ClipSynthesiser } from "./synthesise-clip.ts";

const { mongo, other } = twoReplicas("clips");

const deadline = { ms: 20_000, urgent: false };
const say = (text: string): SpokenText => ({
  text,
  language: "fr",
  voice: "female",
  standing: false,
});

const voiceName: Speech["voiceName"] = (language, voice) => `${language} ${voice}`;
const clipKey = (utterance: SpokenText) => keyOfClip(utterance, "fr female");

/** The clip synthesiser of one process, on the shared database, with the test's speech provider. */
function maker(connection: Connection, speak: Speech["speak"]) {
  const clips = new ClipStore(connection);
  const encoder = {
    encode: (wav: Uint8Array) =>
      Promise.resolve({ opus: wav, smallOpus: wav, mp3: wav, durationMs: 20 }),
  };
  const { signal } = new AbortController();
  return new ClipSynthesiser(clips, { voiceName, speak }, encoder, signal);
}

/** Gathers clips. @returns the lengths of those that exist, and the failure */
async function gathered(one: ClipSynthesiser, wanted: SpokenText[], until = deadline) {
  const lengths = new ClipLengths();
  const failure = await one.gather(wanted, lengths, until);
  const made = wanted.filter((each) => lengths.has(each)).map((each) => each.text);
  return { lengths, failure, made };
}

const heard = async (one: ClipSynthesiser, wanted: SpokenText[]) =>
  (await one.bytes(wanted, "opus")).map((bytes) => new TextDecoder().decode(bytes));

test("makes a clip once when two processes need it at the same time", async () => {
  const release = Promise.withResolvers<void>();
  const speak = vi.fn<Speech["speak"]>(async (text: string) => {
    await release.promise;
    return new TextEncoder().encode(text);
  });
  const [one, two] = [maker(mongo(), speak), maker(other(), speak)];
  const wanted = [say("Une fois."), say("Deux fois.")];
  const asked = [one, two, one].map((each) => gathered(each, wanted));
  await vi.waitFor(() => expect(speak).toHaveBeenCalledTimes(2));
  release.resolve();
  const answers = await Promise.all(asked);
  expect(speak).toHaveBeenCalledTimes(2);
  for (const { lengths } of answers) {
    expect(wanted.map((each) => lengths.has(each) && lengths.ms(each))).toEqual([20, 20]);
  }
  expect(await heard(two, wanted)).toEqual(["Une fois.", "Deux fois."]);
});

test("makes one clip for two texts that are spoken in the same words", async () => {
  const speak = vi.fn<Speech["speak"]>(() => Promise.resolve(Uint8Array.of(3)));
  const wanted = [say("Il fait 3\u00A0°C."), say("Il fait 3 degrés.")];
  const { made } = await gathered(maker(mongo(), speak), wanted);
  expect(made).toEqual(wanted.map(({ text }) => text));
  expect(speak).toHaveBeenCalledOnce();
});

test("makes a clip again after a failure", async () => {
  let broken = true;
  const one = maker(mongo(), () =>
    broken ? Promise.reject(new SpeechError("refused", "no")) : Promise.resolve(Uint8Array.of(1)),
  );
  const { lengths, failure, made } = await gathered(one, [say("Raté.")]);
  expect([failure, made]).toEqual([expect.objectContaining({ failure: "refused" }), []]);
  expect(lengths.isAwaited(say("Raté."))).toBe(false);
  broken = false;
  await gathered(one, [say("Raté.")]);
  expect(await heard(one, [say("Raté.")])).toEqual(["\u0001"]);
});

test("makes a clip again when a process died and its lease expired", async () => {
  const key = clipKey(say("Orphelin."));
  const clips = new ClipStore(mongo());
  expect(await clips.claim(key, 300, new Date())).not.toBeNull();
  const two = maker(other(), () => Promise.resolve(Uint8Array.of(2)));
  await gathered(two, [say("Orphelin.")]);
  expect(await heard(two, [say("Orphelin.")])).toEqual(["\u0002"]);
});

test("discards a clip of a process whose lease was lost", async () => {
  const key = clipKey(say("Tardif."));
  const clips = new ClipStore(mongo());
  const late = await clips.claim(key, 0, new Date());
  const inTime = await clips.claim(key, 10_000, new Date(Date.now() + 1));
  const clip = (byte: number) => ({
    opus: Uint8Array.of(byte),
    smallOpus: Uint8Array.of(byte),
    mp3: Uint8Array.of(byte),
    durationMs: 20,
  });
  await clips.keep(inTime!, clip(1), new Date(Date.now() + 60_000));
  await clips.keep(late!, clip(2), new Date(Date.now() + 60_000));
  expect([...((await clips.bytes([key], "opus")).get(key) ?? [])]).toEqual([1]);
});

test("keeps the document of a clip whose first attempt was an hour ago", async () => {
  const key = clipKey(say("Reprise."));
  const clips = new ClipStore(mongo());
  const hourAgo = new Date(Date.now() - 3_599_000);
  const failed = await clips.claim(key, 10_000, hourAgo);
  await clips.release(failed!);
  expect(await clips.claim(key, 10_000, new Date())).not.toBeNull();
  const stored = await mongo()
    .collection("clips")
    .findOne({ _id: key as never });
  expect(stored?.["expiresAt"].getTime()).toBeGreaterThan(Date.now() + 3_500_000);
});

test("keeps a clip that is about to expire until its bytes are read", async () => {
  const key = clipKey(say("Vieux."));
  const clips = new ClipStore(mongo());
  const lease = await clips.claim(key, 10_000, new Date());
  const bytes = Uint8Array.of(1);
  const clip = { opus: bytes, smallOpus: bytes, mp3: bytes, durationMs: 20 };
  await clips.keep(lease!, clip, new Date(Date.now() + 30_000));
  const one = maker(mongo(), () => Promise.reject(new SpeechError("refused", "no")));
  expect((await gathered(one, [say("Vieux.")])).made).toEqual(["Vieux."]);
  const stored = await clips.document(key);
  expect(stored?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
});

test("changes nothing in the database while it waits for the clip of another process", async () => {
  const key = clipKey(say("Attente."));
  const clips = new ClipStore(mongo());
  const seven = new Date("2100-01-01T07:00:00Z");
  await clips.claim(key, 10_000, seven);
  const claimed = await clips.document(key);
  expect(await clips.claim(key, 10_000, new Date(seven.getTime() + 150))).toBeNull();
  expect(await clips.document(key)).toEqual(claimed);
});

test("returns the clips that exist when the deadline passes", async () => {
  const [late, due] = [Promise.withResolvers<void>(), new AbortController()];
  const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
    ms === 110_000 ? due.signal : timeoutOf(ms),
  );
  const one = maker(mongo(), async (text) => {
    if (text === "Traînard.") await late.promise;
    return Uint8Array.of(1);
  });
  const wanted = [say("Prompt."), say("Traînard.")];
  const left = vi.fn<() => void>();
  const gathering = gathered(one, wanted, { ms: 110_000, urgent: false }).finally(left);
  const ready = async () =>
    (await new ClipStore(mongo()).ready(wanted.map(clipKey), new Date())).size;
  await vi.waitFor(async () => expect(await ready()).toBe(1));
  expect(left).not.toHaveBeenCalled();
  due.abort();
  const { made, failure, lengths } = await gathering;
  expect([made, failure]).toEqual([["Prompt."], null]);
  late.resolve();
  // the late clip is stored for the next digest
  await vi.waitFor(async () => expect(await ready()).toBe(2));
  await gathered(one, wanted);
  // and not counted in the digest that was composed without it
  expect(lengths.isAwaited(say("Traînard."))).toBe(true);
});

/**
 * A synthesiser and as many long texts as it makes clips at the same time. They end when `held` is resolved, other
 * texts with `others`.
 */
function busyMaker(name: string, others = Promise.resolve()) {
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  const one = maker(mongo(), async (text) => {
    asked.push(text);
    await (text.startsWith("Longue") ? held.promise : others);
    return Uint8Array.of(1);
  });
  const busy = [1, 2, 3, 4].map((number) => say(`Longue ${name} ${number}.`));
  return { one, asked, held, busy };
}

test("starts an urgent clip at once when it is queued for a scheduled digest", async () => {
  const { one, asked, held, busy } = busyMaker("A");
  const scheduled = gathered(one, [...busy, say("Commune.")]);
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  const { made } = await gathered(one, [say("Commune.")], { ms: 5_000, urgent: true });
  expect(made).toEqual(["Commune."]);
  held.resolve();
  expect((await scheduled).made).toHaveLength(5);
  expect(asked.filter((text) => text === "Commune.")).toHaveLength(1);
});

test("digests made at the same time share the queue evenly", async () => {
  const others = Promise.withResolvers<void>();
  const { one, asked, held, busy } = busyMaker("B", others.promise);
  const longOnes = gathered(one, busy);
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  const ready = vi.spyOn(ClipStore.prototype, "ready");
  const digests = ["A", "B"].map((name) =>
    gathered(
      one,
      ["Bonjour", "Sujet", "Brève", "Fin"].map((text) => say(`${text} ${name}.`)),
    ),
  );
  await Promise.all(ready.mock.results.map(({ value }) => value as unknown));
  held.resolve();
  // four clips are made at the same time, and none of these ends before all four have begun
  await vi.waitFor(() => expect(asked).toHaveLength(8));
  const first = asked.slice(4).map((text) => text.split(" ")[0]);
  expect(first.toSorted()).toEqual(["Bonjour", "Bonjour", "Sujet", "Sujet"]);
  others.resolve();
  await Promise.all([longOnes, ...digests]);
});
