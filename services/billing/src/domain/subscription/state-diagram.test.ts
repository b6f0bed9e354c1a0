import { readFileSync } from "node:fs";
import { asUserId } from "@matinale/contracts";
import { testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import type { ProviderSubscription } from "../payment/payment-provider.ts";
import { fromProvider } from "../payment/provider-state.ts";
import { startTrial, statusAt, withoutTrial, type Subscription } from "./subscription.ts";
import { providerSubscription } from "../../testing/payment-provider.ts";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const signedUpAt = new Date("2026-01-01T08:00:00Z");
const dayOf = (day: number) => new Date(signedUpAt.getTime() + day * 86_400_000);

/** In the trial, in the first month, after its renewal (within and after the grace), after the second month. */
const days = [0, 10, 31, 45, 70];
const firstRenewal = 2;

type Lifecycle = "none" | "open" | "running" | "ending" | "unpaid" | "over";

/** What can happen to one subscription at Stripe, and from which of `days` on. */
const lifecycle: { from: Lifecycle; to: Lifecycle; since: number }[] = [
  { from: "none", to: "open", since: 0 },
  { from: "open", to: "running", since: 0 },
  { from: "running", to: "ending", since: 0 },
  { from: "ending", to: "running", since: 0 },
  { from: "running", to: "unpaid", since: firstRenewal },
  { from: "unpaid", to: "running", since: firstRenewal },
  { from: "unpaid", to: "over", since: firstRenewal },
  { from: "ending", to: "over", since: firstRenewal },
  { from: "running", to: "over", since: 0 },
];

function provided(state: Lifecycle, now: Date, month: number): ProviderSubscription[] {
  if (state === "none") return [];
  const monthEnd = dayOf(30 * (month < firstRenewal ? 1 : 2));
  return [
    providerSubscription({
      state: state === "ending" ? "running" : state,
      createdAt: signedUpAt,
      periodEndsAt: monthEnd,
      endsAt: state === "ending" ? monthEnd : state === "over" ? now : null,
      unpaidSince: state === "unpaid" ? now : null,
    }),
  ];
}

/** Every change of status that the code makes, on every path through the lifecycle and the days. */
function transitions(): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (subscription: Subscription, state: Lifecycle, day: number): void => {
    const key = JSON.stringify([subscription, state, day]);
    if (seen.has(key)) return;
    seen.add(key);
    const now = dayOf(days[day] ?? 0);
    const move = (changed: Partial<Subscription>, to: Lifecycle, at: number): void => {
      const next = { ...subscription, ...changed };
      const status = statusAt(next, dayOf(days[at] ?? 0));
      if (status !== subscription.status) found.add(`${subscription.status} --> ${status}`);
      visit({ ...next, status }, to, at);
    };
    for (const { from, to, since } of lifecycle) {
      if (from !== state || day < since) continue;
      move(fromProvider(subscription, provided(to, now, day), now), to, day);
    }
    if (subscription.trialEndsAt > now) move({ trialEndsAt: now }, state, day);
    if (day + 1 < days.length) move({}, state, day + 1);
  };
  const id = asUserId("ada");
  for (const start of [startTrial(id, signedUpAt, testProduct), withoutTrial(id, signedUpAt)]) {
    found.add(`[*] --> ${start.status}`);
    visit(start, "none", 0);
  }
  return found;
}

test("makes exactly the transitions of the README's state diagram", () => {
  const drawn = [...readme.matchAll(/^ {2}(\S+ --> \w+):/gm)].map(([, arrow]) => arrow);
  expect([...transitions()].toSorted()).toEqual(drawn.toSorted());
});
