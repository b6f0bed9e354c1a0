import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Delivery } from "./delivery.ts";
import { after, due, readyDigest } from "../../testing/fixtures.ts";
import { historyEntry } from "./history.ts";
import { applyStatus, markAcceptedLate } from "./status-transitions.ts";
import { finish, markAccepted, markSendStarted, type ReceiptStatus } from "./transitions.ts";

const statuses: readonly ReceiptStatus[] = ["sent", "delivered", "read", "played", "failed"];
type Event = ReceiptStatus | "answered";

const part = "text0";
const messageId = "wamid.1";
const startedDigest = (): Delivery =>
  markSendStarted(part, "text", "+33612345678", due)(readyDigest())!.next;

/** Applies one event: the answer to the call, which may come last, or a status, each at its own second. */
const applyEvent = (delivery: Delivery, event: Event): Delivery => {
  if (event === "answered")
    return markAccepted(part, messageId, after(1))(delivery)?.next ?? delivery;
  const at = after(2 + statuses.indexOf(event));
  const code = event === "failed" ? 131_026 : 0;
  const receipt = { messageId, status: event, at, code };
  return applyStatus(part, receipt, () => "unreachable", after(60))(delivery)?.next ?? delivery;
};

const historyAfter = (events: readonly Event[], from = startedDigest()) =>
  historyEntry(events.reduce(applyEvent, from), { language: "fr", zone: "Europe/Paris" });

const someStatuses = fc.subarray([...statuses]);
const repeatedInAnyOrder = (some: readonly Event[]) =>
  fc
    .array(fc.constantFrom(...some), { maxLength: 6 })
    .chain((again) =>
      fc.shuffledSubarray([...some, ...again], { minLength: some.length + again.length }),
    );

test("statuses in any order, repeated or before the answer to their call lead to the same history", () => {
  const orders = someStatuses.chain((some) => {
    const events: Event[] = ["answered", ...some];
    return fc.record({ events: fc.constant(events), order: repeatedInAnyOrder(events) });
  });
  fc.assert(
    fc.property(orders, ({ events, order }) => {
      expect(historyAfter(order)).toEqual(historyAfter(events));
    }),
    { numRuns: 500 },
  );
});

test("repeated statuses of an earlier call do not change a later call", () => {
  const closed = applyStatus(
    part,
    { messageId, status: "failed", at: after(3), code: 131_047 },
    () => "change_form",
    after(3),
  );
  const again = closed(startedDigest())!.next;
  const second = markSendStarted(part, "text", "+33612345678", after(10))(again)!.next;
  fc.assert(
    fc.property(repeatedInAnyOrder(statuses), (order) => {
      expect(order.reduce(applyEvent, second)).toBe(second);
    }),
  );
});

test("an acceptance that is recorded after the lease was lost lets the other parts be sent", () => {
  const failed = finish("failed", "unknown_outcome")(startedDigest())!.next;
  const known = markAcceptedLate(part, messageId, after(200))(failed)!.next;
  expect(known).toMatchObject({ phase: "ready", messageIds: [messageId] });
  expect(historyAfter([], known)).toMatchObject({ status: "sent", errorMessage: null });
});
