import { readFileSync } from "node:fs";
import { asLocalTime } from "@matinale/contracts";
import { expect, test } from "vitest";
import { after, due, readyDigest, subscriberOf } from "../../testing/fixtures.ts";
import {
  missedSlot,
  notice,
  planAlert,
  planManual,
  planSlot,
  planStory,
} from "../schedule/plan-delivery.ts";
import {
  endWithdrawn,
  moveToNewHour,
  refuseComposition,
  requestComposition,
  withdrawFrom,
  withNewChoices,
} from "../schedule/replan.ts";
import type { Alert } from "../alerts/alert.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";
import { type Composition, markComposed } from "./composition.ts";
import { type Delivery, type Part, rank, type Reason, requestId } from "./delivery.ts";
import { nextStep, type Step } from "./next-step.ts";
import type { Verdict } from "./refusal-policy.ts";
import { applyStatus, markAcceptedLate } from "./status-transitions.ts";
import {
  awaitTap,
  cancelBeforeSend,
  finish,
  isOver,
  markAccepted,
  markFailed,
  markSendStarted,
  releaseByTap,
  requeue,
  type Transition,
} from "./transitions.ts";

type Named = [name: string, transition: Transition];

const open = subscriberOf({ preferences: { ...subscriberOf().preferences!, alerts: true } });
const closed = subscriberOf({ windowExpiresAt: due });
const stopped = subscriberOf({ stopped: { at: due, by: "phone" } });
const withNewerSlotDue = subscriberOf({ nextDueAt: after(60) });
const withoutCategories: Subscriber = subscriberOf({
  subscription: { ...open.subscription!, maxCategories: 0 },
});
const withOneCategory = subscriberOf({
  preferences: { ...subscriberOf().preferences!, categories: ["culture"] },
});
const before = after(-600);
const overdue = after(3 * 3_600);

/** All contexts of a next step: each subscriber, at instants before and after the deadlines. */
const contexts = [open, closed, stopped, withNewerSlotDue, null].flatMap((subscriber) =>
  [due, after(120), overdue].map((now) => ({ subscriber, now, mediaIds: new Map() })),
);

/** Only an alert is looked up again after it was claimed. */
const withdrawnOf = ({ kind }: Delivery) =>
  kind === "alert" ? contexts.map((context) => ({ ...context, isWithdrawn: true })) : [];

/** Has one text: more parts add calls, but no phases. */
const composition: Composition = {
  ...readyDigest(),
  audio: [],
  more: [],
  storyIds: ["s1"],
  nothingNew: false,
};
const compositions: Composition[] = [
  composition,
  { ...composition, texts: [], nothingNew: true },
  { ...composition, texts: [] },
];

const transitionFor = (step: Step): Named[] => {
  switch (step.do) {
    case "send":
      return [["markSendStarted", markSendStarted(step.part, step.message.form, step.to, due)]];
    case "fail":
      return [["markFailed", markFailed(step.part, { reason: step.reason, code: 0, at: due })]];
    case "await-tap":
      return [["awaitTap", awaitTap]];
    case "withdraw":
      return [["endWithdrawn", endWithdrawn]];
    case "end":
      return [["finish", finish(step.phase, step.reason)]];
    case "wait":
      return [];
  }
};

/** The answer to a call for a part: written under the lease, or later by a worker that has lost it. */
const answersOf = (id: string, part: Part, isLeased: boolean): Named[] => [
  ...(isLeased
    ? ([
        ["requeue", requeue(id)],
        ["markAccepted", markAccepted(id, messageIdOf(id, part), due)],
        ["markFailed", markFailed(id, { reason: "refused", code: 1, at: due })],
      ] satisfies Named[])
    : []),
  ["cancelBeforeSend", cancelBeforeSend(id, part.startedAt ?? due, due)],
  ["markAcceptedLate", markAcceptedLate(id, messageIdOf(id, part), due)],
];

const messageIdOf = (id: string, { attempt }: Part): string => `${id}/${attempt}`;

const verdicts: Verdict[] = ["refused", "change_form", { againInMs: 1_000 }];

/** The provider reports a status of the last call for a part. */
const statusesOf = (id: string, part: Part): Named[] =>
  (["sent", "delivered", "failed"] as const).flatMap((status) =>
    verdicts.map((verdict): Named => {
      const receipt = { messageId: messageIdOf(id, part), status, at: due, code: 0 };
      return ["applyStatus", applyStatus(id, receipt, () => verdict, due)];
    }),
  );

/** A worker claims only deliveries with `workAt`. */
const stepsOf = (delivery: Delivery): Named[] =>
  delivery.workAt === undefined
    ? []
    : [...contexts, ...withdrawnOf(delivery)].flatMap((context) =>
        transitionFor(nextStep(delivery, context)),
      );

const transitionsOf = (delivery: Delivery): Named[] => [
  ...stepsOf(delivery),
  ...Object.entries(delivery.parts).flatMap(([id, part]) => [
    ...(part.rank === rank.sending ? answersOf(id, part, !isOver(delivery.phase)) : []),
    ...statusesOf(id, part),
  ]),
  ...compositions.map((each): Named => [
    "markComposed",
    markComposed(requestId(delivery), each, before),
  ]),
  ...["08:00", "20:00"].map((hour): Named => [
    "moveToNewHour",
    moveToNewHour({ zone: "Europe/Paris", hours: [asLocalTime(hour)], weekday: null }, before),
  ]),
  ...[open, withoutCategories, undefined].map((subscriber): Named => [
    "requestComposition",
    requestComposition(subscriber, overdue),
  ]),
  ...[open, withOneCategory].map((subscriber): Named => [
    "withNewChoices",
    withNewChoices(subscriber, before),
  ]),
  ["releaseByTap", releaseByTap("tap", due)],
  ["withdrawFrom", withdrawFrom("s1", before)],
  ["refuseComposition", refuseComposition(requestId(delivery), before)],
];

const slot = { date: "2026-11-23", index: 0, at: due };
const alert: Alert = {
  _id: "event",
  category: "politics",
  countries: ["gb"],
  storyIds: ["s1"],
  detectedAt: due,
  versions: [{ language: "en", title: "Minister resigns", text: "Breaking news: …", notes: [] }],
};
const planned: [name: string, delivery: Delivery][] = [
  ["planSlot", planSlot(open, slot, before).delivery],
  ["planSlot", planSlot(withoutCategories, slot, before).delivery],
  ["planManual", planManual(open, "by-hand", due).delivery],
  ["planManual", planManual(withoutCategories, "by-hand", due).delivery],
  ["planStory", planStory(open, { id: "s", storyId: "s1", language: "fr" }, due).delivery],
  ["planAlert", planAlert(open, alert, { date: "2026-11-23", number: 1 }, due) ?? readyDigest()],
  ["missedSlot", missedSlot(open, slot, overdue)],
  ...[{ text: "Bonjour" }, { template: { name: "opt_in", parameters: [] } }].map(
    (content): [string, Delivery] => ["notice", notice(open, { id: "n", content, now: due })!],
  ),
];

/** Two calls for each part reach every state; more calls only repeat states. */
const isWorthExploring = ({ parts, replans = 0 }: Delivery): boolean =>
  replans < 2 && Object.values(parts).every(({ attempt }) => attempt <= 2);

/** Reasons on which transitions depend. */
const decisive: Reason[] = ["unknown_outcome", "no_categories", "nothing_new"];

/** Key of a state: the fields on which transitions depend, without texts and most instants. */
const stateOf = ({ kind, phase, reason, parts, awaitingTap, ...rest }: Delivery): string =>
  JSON.stringify([
    kind,
    phase,
    decisive.find((each) => each === reason),
    awaitingTap,
    rest.manual,
    rest.template !== undefined,
    rest.composeAt !== undefined,
    rest.releasedAt !== undefined,
    rest.dueAt.getTime(),
    rest.replans,
    rest.workAt !== undefined,
    Object.entries(parts).map(([id, part]) => [
      id,
      Math.min(part.rank, rank.delivered),
      part.attempt,
      part.failure?.reason === "unknown_outcome" ? 2 : part.failure === undefined ? 0 : 1,
      part.messageId === undefined,
    ]),
  ]);

/** Applies every transition to every reachable delivery, and collects the changes of phase. */
function reachableChanges(): Set<string> {
  const changes = new Set(planned.map(([name, { phase }]) => `[*] --> ${phase} : ${name}`));
  const visited = new Set<string>();
  const waiting = planned.map(([, delivery]) => delivery);
  for (let delivery = waiting.pop(); delivery !== undefined; delivery = waiting.pop()) {
    const state = stateOf(delivery);
    if (visited.has(state)) continue;
    visited.add(state);
    for (const [name, transition] of transitionsOf(delivery)) {
      const next = transition(delivery)?.next;
      if (next === undefined) continue;
      if (next.phase !== delivery.phase)
        changes.add(`${delivery.phase} --> ${next.phase} : ${name}`);
      if (isWorthExploring(next)) waiting.push(next);
    }
  }
  return changes;
}

function documentedChanges(): string[] {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, diagram = ""] = /```mermaid\n([^`]*)```/.exec(readme) ?? [];
  return [...diagram.matchAll(/^ *(\S+) --> (\S+) : (.+)$/gm)].flatMap(([, from, to, names = ""]) =>
    names.split(", ").map((name) => `${from} --> ${to} : ${name}`),
  );
}

test("the diagram in the README has exactly the changes of phase that the transitions make", () => {
  expect(documentedChanges().toSorted()).toEqual([...reachableChanges()].toSorted());
});
