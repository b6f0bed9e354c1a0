import { buffer } from "node:stream/consumers";
import { listen } from "@matinale/kit/testing";
import { signatureOf } from "../clients/cloud-api/webhooks.ts";
import { isUserId } from "../domain/subscriber/phone.ts";

/** One call that sends a message, as the provider received it. */
export interface Call {
  /** Digits of the number, or the user id of a person who hides it. */
  to: string;
  type: string;
  reference: string;
  text: string;
  /** Of a template, its texts. */
  parameters: string[];
  button: string;
  accepted: boolean;
  messageId: string;
  at: number;
}

type Fault =
  /** Without a code: the answer of a proxy before the provider. */
  | { status: number; code?: number; retryAfterSeconds?: number }
  | "drop"
  | "hang"
  | "refuse-connection";

export const appSecret = "app-secret-of-the-tests";

/**
 * A provider for tests: accepts messages and media and records each call. A fault makes it refuse a message,
 * not answer, or accept it and drop the answer. Tests send statuses and messages from phones themselves.
 */
export async function testProvider() {
  const waIds = new Map<string, string>();
  const calls: Call[] = [];
  const uploads: number[] = [];
  let fault: ((call: Call) => Fault | null) | null = null;
  let onCall: ((call: Call) => void) | null = null;
  let uploadsReleased: Promise<void> = Promise.resolve();
  const counts = new Map<string, number>();
  /** The nth message to a phone always has the same id. */
  const nextId = (to: string): string => {
    const count = (counts.get(to) ?? 0) + 1;
    counts.set(to, count);
    return `wamid.${to}.${count}`;
  };

  const { url, close } = await listen(async (req, res) => {
    const answer = (status: number, body: unknown) => {
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const bytes = await buffer(req).catch(() => null);
    // the caller was killed in the middle of its request
    if (bytes === null) return;
    if (req.url?.endsWith("/media")) {
      uploads.push(bytes.length);
      const id = String(9_000 + uploads.length);
      await uploadsReleased;
      return answer(200, { id });
    }
    if (req.method === "GET") return answer(200, { id: "1" });
    const message = JSON.parse(bytes.toString()) as Record<string, never>;
    const call = callOf(message, nextId(message["to"] ?? message["recipient"] ?? ""));
    const failure = fault?.(call) ?? null;
    call.accepted = failure === null || failure === "drop";
    calls.push(call);
    onCall?.(call);
    if (failure === "drop" || failure === "refuse-connection") return void req.socket.destroy();
    if (failure === "hang") return;
    if (failure !== null) {
      const { status, code, retryAfterSeconds } = failure;
      if (retryAfterSeconds !== undefined) res.setHeader("retry-after", retryAfterSeconds);
      return answer(status, code === undefined ? "Bad gateway" : { error: { code } });
    }
    answer(200, {
      contacts: isUserId(call.to)
        ? [{ input: call.to, user_id: call.to }]
        : [{ input: call.to, wa_id: waIds.get(call.to) ?? call.to }],
      messages: [{ id: call.messageId }],
    });
  });
  const accepted = (to: string) => calls.filter((call) => call.accepted && call.to === to);

  return {
    url,
    calls,
    uploads,
    accepted,
    /** What the phone shows of each accepted message: its text, or the type of a message without text. */
    shown: (to: string) => accepted(to).map(({ text, type }) => text || type),
    /** The accepted messages of digests that `oneTextOneVoice` has composed. */
    digests: (to: string) =>
      accepted(to).filter(({ type, text }) => type === "audio" || text === "Le digest"),
    /** Decides the fault of each later call; null accepts all. */
    setFault: (next: typeof fault) => {
      fault = next;
    },
    /** The provider's form of a number, where it differs from its digits. */
    waIds,
    /** Runs when a call arrives, before the answer. */
    setOnCall: (next: typeof onCall) => {
      onCall = next;
    },
    /** Later uploads are answered when `until` resolves. */
    holdUploads: (until: Promise<void>) => {
      uploadsReleased = until;
    },
    close,
  };
}

type Parameter = { text?: string; payload?: string };

type Sent = {
  to?: string;
  recipient?: string;
  type?: string;
  biz_opaque_callback_data?: string;
  text?: { body: string };
  interactive?: { body: { text: string }; action: { buttons: { reply: { id: string } }[] } };
  template?: { name: string; components?: { parameters?: Parameter[] }[] };
};

function callOf(message: Sent, messageId: string): Call {
  const given = message.template?.components?.flatMap((each) => each.parameters ?? []) ?? [];
  return {
    to: message.to ?? message.recipient ?? "",
    type: message.type ?? "",
    reference: message.biz_opaque_callback_data ?? "",
    text: message.text?.body ?? message.interactive?.body.text ?? message.template?.name ?? "",
    parameters: given.flatMap(({ text }) => text ?? []),
    button: given.find(({ payload }) => payload !== undefined)?.payload ?? "",
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
      ...(isUserId(call.to) ? { recipient_user_id: call.to } : { recipient_id: call.to }),
      ...(call.reference === "" ? {} : { biz_opaque_callback_data: call.reference }),
      ...(code === undefined ? {} : { errors: [{ code }] }),
    },
  ],
});

let messages = 0;
const nextMessageId = () => `wamid.in.${(messages += 1)}.${Date.now()}`;

/** @param from  digits of a number, or a user id: then the person hides the number */
const messageItem = (from: string, at: Date, content: object) => ({
  messages: [
    {
      ...(isUserId(from) ? { from_user_id: from } : { from }),
      id: nextMessageId(),
      timestamp: seconds(at),
      ...content,
    },
  ],
});

export const textItem = (from: string, text: string, at = new Date()) =>
  messageItem(from, at, { type: "text", text: { body: text } });

export const tapItem = (from: string, payload: string, at = new Date()) =>
  messageItem(from, at, { type: "button", button: { payload } });

/** The system message about a new number or user id of a person. */
export const addressChangeItem = (from: string, system: object, at: Date) =>
  messageItem(from, at, { type: "system", system });

/** The body of one webhook call: a change for each item. */
export const webhookBody = (...values: object[]): string =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: values.map((value) => ({ field: "messages", value })) }],
  });

/** Sends items to the service in one signed webhook call, as the provider does. */
export async function postWebhook(serviceUrl: string, ...values: object[]): Promise<number> {
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
