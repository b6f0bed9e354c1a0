import type { Call } from "../call-log.ts";
import { readConfig } from "../config.ts";
import type { Message, PhoneState } from "../phone/phone.ts";
import { startSimulator } from "../simulator.ts";
import { webhookReceiver } from "./webhook-receiver.ts";

export const PHONE = "33639981234";
export const NUMBER = "100000000000001";
const TOKEN = "development-token";

interface ShownMessage extends Omit<Message, "audio"> {
  audio?: { url: string; mime: string; bytes: number; durationMs: number; voice: boolean };
}

export interface GraphResponse {
  messaging_product?: string;
  contacts?: { input: string; wa_id?: string; user_id?: string }[];
  messages?: { id: string }[];
  error?: {
    message: string;
    type: string;
    code: number;
    error_data: { messaging_product: string; details: string };
    fbtrace_id: string;
  };
}

/** Starts a simulator on a free port, with a webhook receiver and a clock that tests control. */
export async function runningSimulator({
  random = Math.random,
  retryMs = 5,
}: { random?: () => number; retryMs?: number } = {}) {
  const clock = { now: Date.UTC(2026, 10, 21, 8, 30) };
  const receiver = await webhookReceiver();
  const simulator = await startSimulator(
    readConfig({ PHONE_PORT: "0", MAIL_PORT: "0", WEBHOOK_URL: receiver.url }),
    { now: () => clock.now, random, confirmAfterMs: 1, retryMs },
  );

  async function call<Answer>(method: string, path: string, body?: unknown, token = "") {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.includes("json") ?? false;
    return { status: response.status, text, body: (json ? JSON.parse(text) : undefined) as Answer };
  }

  const send = (message: unknown, token = TOKEN) =>
    call<GraphResponse>("POST", `/v26.0/${NUMBER}/messages`, message, token);
  const sim = <Answer>(method: string, path: string, body?: unknown) =>
    call<Answer>(method, `/sim${path}`, body);

  return {
    url: simulator.url,
    smtpUrl: simulator.smtpUrl,
    clock,
    receiver,
    call,
    send,
    sim,
    sendText: (text: string, more: object = {}) =>
      send({
        messaging_product: "whatsapp",
        to: PHONE,
        type: "text",
        text: { body: text },
        ...more,
      }),
    sendOptIn: (to = PHONE, more: object = {}) =>
      send({
        messaging_product: "whatsapp",
        to,
        type: "template",
        template: { name: "opt_in", language: { policy: "deterministic", code: "fr" } },
        ...more,
      }),
    setPhone: (state: object, digits = PHONE) => sim<PhoneState>("PUT", `/phones/${digits}`, state),
    messages: async (digits = PHONE) =>
      (await sim<ShownMessage[]>("GET", `/phones/${digits}/messages`)).body,
    log: async () => (await sim<Call[]>("GET", "/log")).body,
    upload: async (
      bytes: Uint8Array<ArrayBuffer>,
      mime: string,
      fields: Record<string, string> = {},
    ) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({
        messaging_product: "whatsapp",
        type: mime,
        ...fields,
      })) {
        form.set(name, value);
      }
      form.set("file", new Blob([bytes], { type: mime }), "note.ogg");
      const response = await fetch(`${simulator.url}/v26.0/${NUMBER}/media`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}` },
        body: form,
      });
      const body = (await response.json()) as { id: string } & GraphResponse;
      return { status: response.status, body };
    },
    close: async () => {
      await simulator.close();
      await receiver.close();
    },
  };
}

export type Running = Awaited<ReturnType<typeof runningSimulator>>;
