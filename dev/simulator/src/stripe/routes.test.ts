import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { stripeRoutes } from "./routes.ts";

const app = express().use(stripeRoutes());
const server = createServer(app);
/** An event as webhooks deliver it. */
const received: { type: string; signature: string; body: string }[] = [];
const listener = createServer((req, res) => {
  const parts: Buffer[] = [];
  req.on("data", (part: Buffer) => parts.push(part));
  req.on("end", () => {
    const body = Buffer.concat(parts).toString();
    const { type } = JSON.parse(body) as { type: string };
    received.push({ type, signature: String(req.headers["stripe-signature"]), body });
    res.end();
  });
});
const urlOf = (one: typeof server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
beforeAll(async () => {
  for (const one of [server, listener]) {
    await new Promise<void>((resolve) => void one.listen(0, "127.0.0.1", resolve));
  }
});
afterEach(() => control("PUT", "/webhooks", {}));
afterAll(() => {
  for (const one of [server, listener]) one.close().closeAllConnections();
});

interface ResponseBody {
  id: string;
  status?: string;
  error?: { type: string; code?: string; message: string };
  items?: { data: { id: string }[] };
  latest_invoice?: { id: string; confirmation_secret: { client_secret: string } };
  pending_setup_intent?: { client_secret: string };
}
const api = async (line: string, form: Record<string, string> = {}, key?: string) => {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(`${urlOf(server)}/v1${path}`, {
    method,
    headers: {
      authorization: "Bearer sk_test_1",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: method === "POST" ? new URLSearchParams(form) : null,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ResponseBody,
  };
};
const control = async (method: string, path: string, body: unknown) =>
  fetch(`${urlOf(server)}/sim/stripe${path}`, { method, body: JSON.stringify(body) });
const subscribe = async (key?: string) => {
  const { body } = await api("POST /customers");
  const form = {
    customer: body.id,
    payment_behavior: "default_incomplete",
    "payment_settings[payment_method_types][0]": "card",
    "items[0][price]": "price_premium",
    "expand[0]": "latest_invoice.confirmation_secret",
  };
  return { form, made: await api("POST /subscriptions", form, key) };
};

test("an idempotency key repeats the first response and rejects other parameters", async () => {
  const { form, made } = await subscribe("key-1");
  const again = await api("POST /subscriptions", form, "key-1");
  expect(again.body).toEqual(made.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const other = { ...form, "items[0][price]": "price_essential" };
  expect(await api("POST /subscriptions", other, "key-1")).toMatchObject({
    status: 400,
    body: { error: { type: "idempotency_error" } },
  });
});

test("an idempotency key repeats a refusal, but not that there were too many calls", async () => {
  const { form } = await subscribe();
  await control("PUT", "/faults", { call: "POST /v1/subscriptions", status: 400, times: 1 });
  const refused = [await api("POST /subscriptions", form, "key-2")];
  refused.push(await api("POST /subscriptions", form, "key-2"));
  expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  await control("PUT", "/faults", { call: "POST /v1/subscriptions", status: 429, times: 1 });
  expect((await api("POST /subscriptions", form, "key-3")).status).toBe(429);
  expect((await api("POST /subscriptions", form, "key-3")).status).toBe(200);
});

test("errors have Stripe's format and say that they are simulated", async () => {
  expect(await api("GET /subscriptions/sub_none")).toMatchObject({
    status: 404,
    body: {
      error: {
        type: "invalid_request_error",
        code: "resource_missing",
        message: expect.stringContaining("(simulated)"),
      },
    },
  });
});

test("a declined card leaves the subscription unpaid, a valid one pays it", async () => {
  const { made } = await subscribe();
  const clientSecret = made.body.latest_invoice!.confirmation_secret.client_secret;
  expect((await control("POST", "/confirm", { clientSecret, card: "declines" })).status).toBe(402);
  expect((await api(`GET /subscriptions/${made.body.id}`)).body.status).toBe("incomplete");
  expect((await control("POST", "/confirm", { clientSecret })).status).toBe(200);
  expect((await api(`GET /subscriptions/${made.body.id}`)).body.status).toBe("active");
});

test("webhooks are signed and can be duplicated", async () => {
  received.length = 0;
  await control("PUT", "/webhooks", { url: urlOf(listener), copies: 2 });
  await subscribe();
  await expect.poll(() => received.length).toBe(6);
  expect(new Set(received.map(({ type }) => type))).toEqual(
    new Set(["customer.created", "invoice.created", "customer.subscription.created"]),
  );
  for (const { signature } of received) expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
});

test("an unpaid subscription expires, a paid one renews", async () => {
  const { made: paid } = await subscribe();
  const clientSecret = paid.body.latest_invoice!.confirmation_secret.client_secret;
  await control("POST", "/confirm", { clientSecret });
  const { made: unpaid } = await subscribe();
  await control("POST", "/clock", { seconds: 32 * 86_400 });
  expect((await api(`GET /subscriptions/${paid.body.id}`)).body.status).toBe("active");
  expect((await api(`GET /subscriptions/${unpaid.body.id}`)).body.status).toBe(
    "incomplete_expired",
  );
});

test("a cancellation for a date ends the subscription then, and only the date clears it", async () => {
  const { made } = await subscribe();
  const { id, latest_invoice: invoice } = made.body;
  const { client_secret: clientSecret } = invoice!.confirmation_secret;
  await control("POST", "/confirm", { clientSecret });
  const update = async (form: Record<string, string>) => {
    const { body } = await api(`POST /subscriptions/${id}`, form);
    return body;
  };
  const at = Math.floor(Date.now() / 1000) + 500 * 86_400;
  const cancelled = { cancel_at: at, cancel_at_period_end: false };
  expect(await update({ cancel_at: String(at) })).toMatchObject(cancelled);
  expect(await update({ cancel_at_period_end: "false" })).toMatchObject(cancelled);
  expect(await update({ cancel_at: "" })).toMatchObject({ cancel_at: null });
  await update({ cancel_at: String(at) });
  await control("POST", "/clock", { seconds: 400 * 86_400 });
  expect((await api(`GET /subscriptions/${id}`)).body.status).toBe("active");
  await control("POST", "/clock", { seconds: 101 * 86_400 });
  expect((await api(`GET /subscriptions/${id}`)).body).toMatchObject({
    status: "canceled",
    ended_at: at,
  });
});

test("a change that waits for its payment is replaced by the next one, and its invoice is void", async () => {
  const { form, made } = await subscribe();
  const { client_secret: clientSecret } = made.body.latest_invoice!.confirmation_secret;
  await control("POST", "/confirm", { clientSecret });
  await control("PUT", `/customers/${form.customer}/card`, { card: "asks" });
  const changeTo = async (price: string) => {
    const { body } = await api(`POST /subscriptions/${made.body.id}`, {
      "items[0][id]": made.body.items!.data[0]!.id,
      "items[0][price]": price,
      "expand[0]": "latest_invoice",
    });
    return body;
  };
  const waiting = await changeTo("price_professional");
  expect(waiting).toMatchObject({ latest_invoice: { status: "open" } });
  expect(await changeTo("price_essential")).toMatchObject({ pending_update: null });
  const { body } = await api(`GET /invoices/${waiting.latest_invoice!.id}`);
  expect(body.status).toBe("void");
});

test("a payment can be refunded once", async () => {
  const { made } = await subscribe();
  const clientSecret = made.body.latest_invoice!.confirmation_secret.client_secret;
  const payment_intent = clientSecret.split("_secret_")[0]!;
  expect((await api("POST /refunds", { payment_intent })).status).toBe(400);
  await control("POST", "/confirm", { clientSecret });
  expect(await api("POST /refunds", { payment_intent }, "refund-1")).toMatchObject({ status: 200 });
  expect(await api("POST /refunds", { payment_intent }, "refund-1")).toMatchObject({ status: 200 });
  expect(await api("POST /refunds", { payment_intent })).toMatchObject({
    status: 400,
    body: { error: { code: "charge_already_refunded" } },
  });
});

test("an open invoice can become void, then its subscription expires; a paid one cannot", async () => {
  const { made: open } = await subscribe();
  expect(await api(`POST /invoices/${open.body.latest_invoice!.id}/void`)).toMatchObject({
    status: 200,
    body: { status: "void" },
  });
  expect((await api(`GET /subscriptions/${open.body.id}`)).body.status).toBe("incomplete_expired");
  const { made: paid } = await subscribe();
  const { id, confirmation_secret: secret } = paid.body.latest_invoice!;
  await control("POST", "/confirm", { clientSecret: secret.client_secret });
  expect((await api(`POST /invoices/${id}/void`)).status).toBe(400);
  expect((await api(`GET /subscriptions/${paid.body.id}`)).body.status).toBe("active");
});

test("holds the response of a call until the faults are set again", async () => {
  const { made } = await subscribe();
  const read = `GET /subscriptions/${made.body.id}`;
  await control("PUT", "/faults", {
    call: `GET /v1/subscriptions/${made.body.id}`,
    holdAnswer: true,
  });
  const held = api(read);
  const log = async () => (await fetch(`${urlOf(server)}/sim/stripe/log`)).text();
  await expect.poll(log).toContain(made.body.id);
  const clientSecret = made.body.latest_invoice!.confirmation_secret.client_secret;
  await control("POST", "/confirm", { clientSecret });
  await control("PUT", "/faults", {});
  // what was true when the call arrived
  expect((await held).body.status).toBe("incomplete");
  expect((await api(read)).body.status).toBe("active");
});

test("a promotion code lowers the first invoice, and a free one asks for a card only", async () => {
  const codes = async (code: string) =>
    (await api(`GET /promotion_codes?code=${code}&active=true`)).body;
  expect(await codes("matin20")).toMatchObject({ data: [{ id: "promo_matin20" }] });
  expect(await codes("PAST")).toHaveProperty("data", []);
  const { form } = await subscribe();
  const buy = (promotion: string) =>
    api("POST /subscriptions", { ...form, "discounts[0][promotion_code]": promotion });
  expect((await buy("promo_matin20")).body).toMatchObject({
    status: "incomplete",
    latest_invoice: { amount_due: 799 },
  });
  const free = await api("POST /subscriptions", {
    ...form,
    "discounts[0][promotion_code]": "promo_gratuit",
    "expand[0]": "pending_setup_intent",
  });
  expect(free.body).toMatchObject({
    status: "active",
    default_payment_method: null,
    pending_setup_intent: { object: "setup_intent", status: "requires_payment_method" },
  });
  const { client_secret: clientSecret } = free.body.pending_setup_intent!;
  expect((await control("POST", "/confirm", { clientSecret, card: "declines" })).status).toBe(402);
  await control("POST", "/confirm", { clientSecret });
  expect((await api(`GET /subscriptions/${free.body.id}`)).body).toMatchObject({
    default_payment_method: expect.stringMatching(/^pm_/),
    pending_setup_intent: null,
  });
  // that card is the subscription's: only a default card of the customer is used by the next purchase
  expect((await buy("promo_gratuit")).body.pending_setup_intent).not.toBeNull();
  await control("PUT", `/customers/${form.customer}/card`, { card: "good" });
  expect((await buy("promo_gratuit")).body).toMatchObject({
    status: "active",
    latest_invoice: { amount_due: 0 },
    pending_setup_intent: null,
  });
  expect((await buy("promo_past")).body.error).toMatchObject({
    code: "resource_missing",
    param: "discounts[0][promotion_code]",
  });
});

test("automatic tax needs the place of the customer", async () => {
  const { form } = await subscribe();
  const taxed = { ...form, "automatic_tax[enabled]": "true" };
  const refused = { status: 400, body: { error: { code: "customer_tax_location_invalid" } } };
  expect(await api("POST /subscriptions", taxed)).toMatchObject(refused);
  const move = (address: Record<string, string>) =>
    api(`POST /customers/${form.customer}`, {
      ...address,
      "tax[validate_location]": "immediately",
    });
  expect(await move({ "address[country]": "US" })).toMatchObject(refused);
  expect(await move({ "address[country]": "FR" })).toMatchObject({ status: 200 });
  expect((await api("POST /subscriptions", taxed)).body).toMatchObject({
    automatic_tax: { enabled: true },
  });
});
