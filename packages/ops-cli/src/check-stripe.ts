import { priceVariables, stripeWebhookEvents } from "@matinale/kit";
import { z } from "zod";
import { CheckFailed, type CheckResult, type Env, request } from "./check.ts";

const server = (env: Env) => env["STRIPE_API_URL"] || "https://api.stripe.com";
const price = z.object({
  active: z.boolean(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullable(),
});
const endpoints = z.object({
  data: z.array(
    z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) }),
  ),
});

const read = (env: Env, path: string) =>
  request(`${server(env)}/v1/${path}`, {
    authorization: `Bearer ${env["STRIPE_SECRET_KEY"] ?? ""}`,
  });

/** Whether the key is accepted and each configured price is active, monthly and in euros. */
export async function stripePrices(env: Env): Promise<CheckResult> {
  const first = await read(env, "prices?limit=1");
  if (first.status === 401 || first.status === 403) {
    throw new CheckFailed("the key is refused, or has no permission to read prices");
  }
  if (!first.ok) throw new CheckFailed(`Stripe responds with ${first.status}`);
  const date = first.headers.get("date");
  await first.body?.cancel();
  const configured = priceVariables.filter((variable) => env[variable]);
  for (const variable of configured) {
    const response = await read(env, `prices/${encodeURIComponent(env[variable] ?? "")}`);
    if (!response.ok) throw new CheckFailed(`Stripe has no price for ${variable}`);
    const { active, currency, recurring } = price.parse(await response.json());
    const isMonthly = recurring?.interval === "month" && recurring.interval_count === 1;
    if (!active || currency !== "eur" || !isMonthly) {
      throw new CheckFailed(`the price of ${variable} must be active, in euros and monthly`);
    }
  }
  return {
    message: `the key is accepted, ${configured.length} price(s) checked`,
    ...(date !== null && { clock: { at: new Date(date), precisionMs: 1_000 } }),
  };
}

/** Whether Stripe sends the events that billing needs to this installation. */
export async function stripeWebhook(env: Env): Promise<CheckResult> {
  const response = await read(env, "webhook_endpoints?limit=100");
  if (response.status === 403) {
    return {
      message: "the key may not read webhook endpoints: check them in Stripe’s dashboard",
      isWarning: true,
    };
  }
  if (!response.ok) throw new CheckFailed(`Stripe responds with ${response.status}`);
  const own = `${(env["APP_URL"] ?? "").replace(/\/+$/, "")}/webhooks/stripe`;
  const { data } = endpoints.parse(await response.json());
  const found = data.find(({ url, status }) => url === own && status === "enabled");
  if (found === undefined) throw new CheckFailed(`no enabled endpoint has the address ${own}`);
  const sent = new Set(found.enabled_events);
  const missing = sent.has("*") ? [] : stripeWebhookEvents.filter((event) => !sent.has(event));
  if (missing.length > 0) throw new CheckFailed(`the endpoint lacks ${missing.join(", ")}`);
  return { message: `${own} receives all events that billing needs` };
}
