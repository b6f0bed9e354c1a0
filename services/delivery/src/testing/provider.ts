import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { signatureOf } from "../clients/cloud-api/webhooks.ts";

/** One call for a message, as the provider saw it. */
export interface Call {
  to: string;
  type: string;
  reference: string;
  text: string;
  button: string;
  accepted: boolean;
  messageId: string;
  at: number;
}

type Fault = { status: number; code: number } | "drop" | "refuse-connection";

export const appSecret = "app-secret-of-the-tests";

/**
 * A provider for tests: takes messages and media, remembers each call, and can refuse, or take a message
 * and drop the answer. Statuses and replies are sent when a test says so.
 */
export async function testProvider() {
  const names = new Map<string, string>();
  const calls: Call[] = [];
  const uploads: number[] = [];
  let fault: ((call: Call) => Fault | null) | null = null;
  let onCall: ((call: Call) => void) | null = null;
  let uploadsMayGo: Promise<void> = Promise.resolve();
  const counts = new Map<string, number>();
  /** The nth message to a phone always has the same id. */
  const nextId = (to: string): string => {
    const count = (counts.get(to) ?? 0) + 1;
    counts.set(to, count);
    return `wamid.${to}.${count}`;
  };

  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const answer = (status: number, body: unknown) => {
        res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      const bytes = Buffer.concat(chunks);
      if (req.url?.endsWith("/media")) {
        uploads.push(bytes.length);
        const id = String(9_000 + uploads.length);
        return void uploadsMayGo.then(() => answer(200, { id }));
      }
      if (req.method === "GET") return answer(200, { id: "1" });
      const message = JSON.parse(bytes.toString()) as Record<string, never>;
      const call = callOf(message, nextId(message["to"] ?? ""));
      const wrong = fault?.(call) ?? null;
      call.accepted = wrong === null || wrong === "drop";
      calls.push(call);
      onCall?.(call);
      if (wrong === "drop" || wrong === "refuse-connection") return req.socket.destroy();
      if (wrong !== null) return answer(wrong.status, { error: { code: wrong.code } });
      answer(200, {
        contacts: [{ input: call.to, wa_id: names.get(call.to) ?? call.to }],
        messages: [{ id: call.messageId }],
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    calls,
    uploads,
    accepted: (to: string) => calls.filter((call) => call.accepted && call.to === to),
    /** What to do with each call to come; null lets all pass. */
    setFault: (next: typeof fault) => {
      fault = next;
    },
    /** What the provider calls a number, where it differs from its digits. */
    names,
    /** Runs as a call arrives, before it is answered. */
    setOnCall: (next: typeof onCall) => {
      onCall = next;
    },
    /** Uploads that come from now on are answered then. */
    holdUploads: (until: Promise<void>) => {
      uploadsMayGo = until;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Sent = {
  to?: string;
  type?: string;
  biz_opaque_callback_data?: string;
  text?: { body: string };
  interactive?: { body: { text: string }; action: { buttons: { reply: { id: string } }[] } };
  template?: { name: string; components?: { parameters?: { payload?: string }[] }[] };
};

function callOf(message: Sent, messageId: string): Call {
  const payloads = message.template?.components?.flatMap((each) => each.parameters ?? []) ?? [];
  return {
    to: message.to ?? "",
    type: message.type ?? "",
    reference: message.biz_opaque_callback_data ?? "",
    text: message.text?.body ?? message.interactive?.body.text ?? message.template?.name ?? "",
    button: payloads.find(({ payload }) => payload !== undefined)?.payload ?? "",
    accepted: false,
    messageId,
    at: Date.now(),
  };
}

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

export const statusItem = (call: Call, status: string, at = new Date(), code?: number) => ({
  statuses: [
    {
      id: call.messageId,
      status,
      timestamp: seconds(at),
      recipient_id: call.to,
      ...(call.reference === "" ? {} : { biz_opaque_callback_data: call.reference }),
      ...(code === undefined ? {} : { errors: [{ code }] }),
    },
  ],
});

let words = 0;
const wordId = () => `wamid.in.${(words += 1)}.${Date.now()}`;

export const textItem = (from: string, text: string, at = new Date()) => ({
  messages: [{ from, id: wordId(), timestamp: seconds(at), type: "text", text: { body: text } }],
});

export const tapItem = (from: string, payload: string, at = new Date()) => ({
  messages: [{ from, id: wordId(), timestamp: seconds(at), type: "button", button: { payload } }],
});

/** The body of one call: a change for each item. */
export const webhookBody = (...values: object[]): string =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: values.map((value) => ({ field: "messages", value })) }],
  });

/** Delivers items to the service as the provider would, signed. */
export async function webhook(serviceUrl: string, ...values: object[]): Promise<number> {
  const body = webhookBody(...values);
  const response = await fetch(`${serviceUrl}/webhooks/whatsapp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": signatureOf(Buffer.from(body), appSecret),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}
