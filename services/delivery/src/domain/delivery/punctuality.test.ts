import { expect, test } from "vitest";
import { readyDigest } from "../../testing/fixtures.ts";
import { latenessOf } from "./punctuality.ts";
import { finish, markAccepted, markSendStarted } from "./transitions.ts";
import type { Delivery } from "./delivery.ts";
import { applyStatus, type Receipt } from "./status-transitions.ts";
import { later } from "./timing.ts";
import { recentIncidents, serviceState } from "./service-state.ts";

const digest = readyDigest();
const acceptedAfter = (ms: number, delivery: Delivery = digest): Delivery => {
  const at = new Date(delivery.dueAt.getTime() + ms);
  const started = markSendStarted("text0", "text", "+33612345678", at)(delivery)?.next;
  const accepted = started && markAccepted("text0", "wamid.1", at)(started)?.next;
  if (!accepted) throw new Error("the message was not accepted");
  return accepted;
};
const lost = (reason: Delivery["reason"]): Delivery => ({
  ...digest,
  phase: "failed",
  ...(reason === undefined ? {} : { reason }),
});

test.each([
  [-100, 0],
  [60_001, 60_001],
])(
  "an edition whose first message is accepted %i ms after it was due is %i ms late",
  (ms, late) => {
    expect(latenessOf(digest, acceptedAfter(ms))).toBe(late);
  },
);

test("a lost answer counts by the start of its call", () => {
  const at = later(digest.dueAt, 1_000);
  const started = markSendStarted("text0", "text", "+33612345678", at)(digest)!.next;
  const receipt = { messageId: "wamid.1", status: "delivered", at: later(at, 120_000), code: 0 };
  const known = applyStatus(
    "text0",
    receipt as Receipt,
    () => "refused",
    receipt.at,
  )(started)!.next;
  expect(latenessOf(started, known)).toBe(1_000);
  const answered = markAccepted("text0", "wamid.1", later(at, 130_000))(known)!.next;
  expect(latenessOf(known, answered)).toBeNull();
});

test("only the first message decides how late an edition is", () => {
  const first = acceptedAfter(1_000);
  expect(latenessOf(first, { ...first, phase: "done" })).toBeNull();
  expect(latenessOf(first, { ...first, phase: "failed", reason: "refused" })).toBeNull();
});

test("an edition that we failed to send is lost, one time", () => {
  expect(latenessOf(digest, lost("not_composed"))).toBe(Infinity);
  expect(latenessOf(lost("provider_down"), acceptedAfter(90_000))).toBeNull();
  expect(latenessOf(null, { ...digest, phase: "missed", reason: "missed" })).toBe(Infinity);
});

test("editions that the subscriber or the phone stopped, and manual editions, are not counted", () => {
  const skipped = finish("skipped", "stopped")(digest)?.next;
  expect(skipped?.phase).toBe("skipped");
  expect(latenessOf(digest, skipped ?? digest)).toBeNull();
  expect(latenessOf(digest, lost("unreachable"))).toBeNull();
  expect(
    latenessOf({ ...digest, manual: true }, acceptedAfter(0, { ...digest, manual: true })),
  ).toBeNull();
  expect(latenessOf(null, digest)).toBeNull();
});

test.each([
  [false, null, 0, "working"],
  [false, 1, 2, "working"],
  [false, 0.99, 0, "working"],
  [false, 0.98, 0, "late"],
  // nothing was accepted or lost yet
  [false, null, 3, "late"],
  [true, 1, 0, "stopped"],
] as const)(
  "stopped %s, a share of %s and %i long overdue is %s",
  (stopped, share, longOverdue, state) => {
    expect(serviceState({ stopped, share, longOverdue })).toBe(state);
  },
);

test("shows the incidents of the last 90 days and those that last, the newest first", () => {
  const texts = { textFr: "Retards", textEn: "Delays" };
  const old = { startedAt: "2026-07-01T06:00:00Z", endedAt: "2026-07-01T08:00:00Z", ...texts };
  const ended = { startedAt: "2026-11-01T06:00:00Z", endedAt: "2026-11-01T08:00:00Z", ...texts };
  const lasting = { startedAt: "2026-06-01T06:00:00Z", ...texts };
  expect(recentIncidents([lasting, old, ended], new Date("2026-11-23T08:00:00Z"))).toEqual([
    ended,
    { ...lasting, endedAt: null },
  ]);
});
