import { asUserId } from "@matinale/contracts";
import { afterEach, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../testing/harness.ts";

let billing: TestBilling;
afterEach(() => billing.stop());

const english = { "accept-language": "en" };
const french = { "accept-language": "fr" };
const says = (message: string) => ({ body: { message: expect.stringContaining(message) } });
/** The responses to a call without Accept-Language (in French), then from a French and from an English page. */
const answers = async (line: `POST /${string}`, body: unknown) => {
  const call = (headers = {}) => billing.call(line, { as: "ada", body, headers });
  return [await call(), await call(french), await call(english)];
};

test("answers purchases and cancellations in the language of the page, else in French", async () => {
  billing = await startBilling();
  await billing.subscriptions.startTrial(asUserId("ada"), new Date());
  const unknown = await answers("POST /create-payment-intent", { planId: 9 });
  expect(unknown).toMatchObject(
    ["formule n’existe", "formule n’existe", "plan does not"].map(says),
  );
  const noCode = await answers("POST /create-payment-intent", { planId: 1, promotionCode: "%" });
  expect(noCode).toMatchObject(["n’est pas valide", "n’est pas valide", "valid promo"].map(says));
  const nothing = await answers("POST /cancel-subscription", {});
  expect(nothing).toMatchObject(["aucun abonnement", "aucun abonnement", "no subsc"].map(says));
  const noCard = await answers("POST /update-card-link", {});
  expect(noCard).toMatchObject(["Aucune carte", "Aucune carte", "no card"].map(says));
  await billing.call("POST /create-payment-intent", { as: "ada", body: { planId: 1 } });
  const running = await answers("POST /resume-subscription", {});
  expect(running).toMatchObject(["n’est pas résilié", "n’est pas résilié", "not canc"].map(says));
  const cancelled = await answers("POST /cancel-subscription", {});
  expect(cancelled).toMatchObject(["est résilié", "est résilié", "is cancelled"].map(says));
});

test("says in the language of the page that nothing can be bought", async () => {
  billing = await startBilling({ simulates: false });
  const closed = await answers("POST /create-payment-intent", { planId: 1 });
  expect(closed).toMatchObject(["n’est pas disponible", "n’est pas", "not available"].map(says));
  expect(await billing.call("GET /subscription-plans/9", { headers: english })).toMatchObject(
    says("This plan does not exist."),
  );
});
