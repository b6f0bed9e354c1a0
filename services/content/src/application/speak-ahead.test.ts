import { asUserId } from "@matinale/contracts";
import { silentLogger } from "@matinale/kit/testing";
import { expect, test, vi } from "vitest";
import type { EqualSubscribers } from "../store/subscribers.ts";
import { speakAhead, type SpeakingAhead } from "./speak-ahead.ts";

const projected = { version: 1 };
const reader = (number: number): EqualSubscribers => ({
  key: `reader ${number}`,
  userIds: [asUserId(`user-${number}`)],
  choices: {
    user: { ...projected, language: "fr", voice: "female" },
    preferences: {
      ...projected,
      language: "fr",
      country: "fr",
      timezone: "Europe/Paris",
      categories: ["politics"],
      hours: ["08:00"],
      weekday: 0,
      alerts: false,
    },
    subscription: {
      ...projected,
      maxSeconds: 100 + number,
      maxCategories: 3,
      entitledUntil: null,
    },
  },
});

/** Rounds of one process. @param receiving  whether this reader received a digest lately */
function roundsOf(readers: EqualSubscribers[], receiving: (userId: string) => boolean) {
  const prepare = vi.fn<SpeakingAhead["composer"]["prepare"]>(async () => true);
  const deps: SpeakingAhead = {
    subscribers: { dueBetween: async () => readers },
    requests: { wereDueSince: async (userIds) => userIds.some(receiving) },
    composer: { prepare },
    leases: {
      claim: async () => ({ _id: "", lease: { token: "", until: new Date() } }),
      release: async () => undefined,
    },
    trial: {
      editionsPerDay: 1,
      maxCategories: 3,
      maxMinutes: 3,
      breakingNewsAlerts: false,
      prioritySupport: false,
    },
    logger: silentLogger,
  };
  const prepared = new Map<string, boolean>();
  return {
    round: () => speakAhead(deps, new AbortController().signal, prepared),
    prepare,
    seconds: () => prepare.mock.calls.map(([{ maxSeconds }]) => maxSeconds),
  };
}

test("prepares the editions of 21 kinds of readers in two rounds, each once", async () => {
  const { round, seconds } = roundsOf(
    Array.from({ length: 21 }, (_, number) => reader(number)),
    () => true,
  );
  await round();
  expect(seconds()).toHaveLength(20);
  await round();
  await round();
  expect(seconds()).toEqual(Array.from({ length: 21 }, (_, number) => 100 + number));
});

test("prepares no edition for readers who received no digest lately", async () => {
  const { round, seconds } = roundsOf([reader(1), reader(2)], (userId) => userId === "user-2");
  await round();
  expect(seconds()).toEqual([102]);
});

test("prepares an edition again that failed or is incomplete, after those that are new", async () => {
  const readers = [reader(1), reader(2)];
  const { round, seconds, prepare } = roundsOf(readers, () => true);
  prepare.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error("voice"));
  await round();
  readers.push(reader(3));
  await round();
  await round();
  expect(seconds()).toEqual([101, 102, 103, 101, 102]);
});
