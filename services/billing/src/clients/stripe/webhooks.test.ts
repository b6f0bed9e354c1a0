import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { webhookReader } from "./webhooks.ts";

const secret = "whsec_test";
const read = (type: string, object: object) => {
  const payload = JSON.stringify({ id: "evt_1", type, livemode: false, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return webhookReader({ secrets: [secret], isLive: false })(Buffer.from(payload), signature);
};
const invoice = { object: "invoice", id: "in_1", customer: "cus_1" };

test("reads the invoice that Stripe could not finalise", () => {
  expect(read("invoice.finalization_failed", invoice)).toMatchObject({
    customerId: "cus_1",
    notFinalised: "in_1",
  });
  expect(read("invoice.paid", invoice)).toMatchObject({ notFinalised: null });
  expect(read("invoice.finalization_failed", { object: "customer", id: "cus_1" })).toMatchObject({
    notFinalised: null,
  });
});

test.each([
  ["needs_response", "ch_1"],
  ["lost", "ch_1"],
  ["warning_needs_response", null],
  ["warning_closed", null],
  ["won", null],
])("a dispute with the status %s has paid back %s", (status, refundedOrDisputed) => {
  const dispute = { object: "dispute", id: "dp_1", charge: "ch_1", status };
  expect(read("charge.dispute.created", dispute)).toMatchObject({ refundedOrDisputed });
});
