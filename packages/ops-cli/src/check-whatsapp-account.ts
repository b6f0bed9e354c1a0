import { graphRoot } from "@matinale/kit";
import { z } from "zod";
import { CheckFailed, type CheckResult, type Env, request } from "./check.ts";

const number = z.object({
  status: z.string().catch("unknown"),
  quality_rating: z.string().catch("unknown"),
  messaging_limit_tier: z.string().catch("unknown"),
});
const apps = z.object({ data: z.array(z.unknown()) });

const rootOf = (env: Env) => graphRoot(env["WHATSAPP_API_URL"] || "https://graph.facebook.com");
const authorization = (env: Env) => ({ authorization: `Bearer ${env["WHATSAPP_TOKEN"] ?? ""}` });

async function read(env: Env, path: string, refused: string): Promise<Response> {
  const response = await request(`${rootOf(env)}/${path}`, authorization(env));
  if (response.status === 401 || response.status === 403) throw new CheckFailed(refused);
  if (!response.ok) throw new CheckFailed(`WhatsApp responds with ${response.status}: ${refused}`);
  return response;
}

/** Whether the number can send: registered, of good quality, and how many people it may write to in a day. */
export async function sendingNumber(env: Env): Promise<CheckResult> {
  const response = await read(
    env,
    `${env["WHATSAPP_PHONE_NUMBER_ID"] ?? ""}?fields=id,status,quality_rating,messaging_limit_tier`,
    "the token is refused: make a permanent one for a system user, and check WHATSAPP_PHONE_NUMBER_ID",
  );
  const found = number.parse(await response.json());
  const { status, quality_rating: quality, messaging_limit_tier: tier } = found;
  if (status !== "CONNECTED" && status !== "unknown") {
    throw new CheckFailed(
      `the number is ${status}: register it with its PIN (POST /<number>/register)`,
    );
  }
  const date = response.headers.get("date");
  const isBlocked = quality === "RED";
  return {
    message: `number ${status}, quality ${quality}, limit ${tier}${isBlocked ? "; people block or report it, and WhatsApp may lower the limit" : ""}`,
    isWarning: isBlocked,
    ...(date !== null && { clock: { at: new Date(date), precisionMs: 1_000 } }),
  };
}

/** Whether WhatsApp sends the webhooks of the account to an app at all. */
export async function subscribedApps(env: Env): Promise<CheckResult> {
  const account = env["WHATSAPP_BUSINESS_ACCOUNT_ID"] ?? "";
  const response = await read(
    env,
    `${account}/subscribed_apps`,
    "check WHATSAPP_BUSINESS_ACCOUNT_ID and that the token has whatsapp_business_management",
  );
  const { data } = apps.parse(await response.json());
  if (data.length === 0) {
    throw new CheckFailed(
      "no app is subscribed to the account, so no message and no receipt arrives: POST /<account>/subscribed_apps",
    );
  }
  return { message: `${data.length} app(s) receive the account’s webhooks` };
}
