import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { signedOut } from "./app-client.ts";
import type { AppClient } from "./app-client.ts";

export const demo = {
  username: "demo",
  email: "demo@matinale.example",
  password: "matinale-demo",
  phone: "+33639981234",
  language: "fr",
} as const;

const digits = demo.phone.slice(1);
/** Milliseconds until a digest must be sent, and then until all of it must be on the phone. */
const patience = 90_000;

const delivery = z.object({ success: z.boolean(), articlesCount: z.number().default(0) });
const messageHistory = z.object({ history: z.array(z.object({ status: z.string() })) });
const phoneMessages = z.array(
  z.object({
    id: z.string(),
    direction: z.enum(["in", "out"]),
    audio: z.object({ durationMs: z.number() }).optional(),
  }),
);

export interface DeliveredDigest {
  readonly stories: number;
  readonly voiceNotes: number;
  /** Seconds of sound, as the phone measures it. */
  readonly seconds: number;
}

/** The account that `up` shows the product with, made through the app like anybody's. */
export async function signInDemo(app: string): Promise<{ client: AppClient; isNew: boolean }> {
  const client = signedOut(app);
  const { email, password } = demo;
  const known = await client.post("/api/login", { email, password });
  if (known.status !== 200) {
    await client.expect("POST", "/api/signup", demo);
    await client.expect("POST", "/api/login", { email, password });
  }
  const chosen = z.array(z.unknown()).parse(await client.expect("GET", "/api/user/categories"));
  if (chosen.length === 0) {
    for (const categoryId of [1, 2, 3])
      await client.expect("POST", "/api/user/categories", { categoryId });
  }
  return { client, isNew: known.status !== 200 };
}

/** Connects the demo phone and has a digest sent to it now. */
export async function deliverDemoDigest(
  client: AppClient,
  phone: string,
): Promise<DeliveredDigest> {
  const me = z
    .object({ whatsappConnected: z.boolean() })
    .parse(await client.expect("GET", "/api/me"));
  // The phone forgets what it knew when the simulator ends; its owner has it on and reads what comes.
  await putPhone(phone, { autoConfirm: true, autoRead: true, online: true });
  if (!me.whatsappConnected)
    await client.expect("POST", "/api/user/whatsapp/connect", { phone: demo.phone });
  else await putPhone(phone, { windowOpen: true });

  const before = new Set((await messagesOn(phone)).map(({ id }) => id));
  let stories = await deliver(client);
  let notes = await voiceNotesSince(before, phone);
  if (notes.length === 0) {
    // On a busy machine the first digest leaves before all of it is spoken; by now the rest is.
    stories = await deliver(client);
    notes = await voiceNotesSince(before, phone);
  }
  const milliseconds = notes.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return { stories, voiceNotes: notes.length, seconds: milliseconds / 1000 };
}

/** Has a digest sent, and waits until the history says that all of it has arrived. */
async function deliver(client: AppClient): Promise<number> {
  const { articlesCount } = await untilDelivered(client);
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const {
      history: [newest],
    } = messageHistory.parse(await client.expect("GET", "/api/message-history"));
    if (newest && newest.status !== "pending" && newest.status !== "sent") break;
    await delay(250);
  }
  return articlesCount;
}

async function voiceNotesSince(
  before: ReadonlySet<string>,
  phone: string,
): Promise<{ durationMs: number }[]> {
  return (await messagesOn(phone)).flatMap(({ id, direction, audio }) =>
    direction === "out" && audio && !before.has(id) ? [audio] : [],
  );
}

/** What the services tell each other about a new subscriber takes a moment to arrive, and so does the opt-in. */
async function untilDelivered(client: AppClient): Promise<z.infer<typeof delivery>> {
  const deadline = Date.now() + patience;
  for (;;) {
    const { status, body } = await client.post("/api/deliver-news", {});
    const answer = status === 200 ? delivery.safeParse(body).data : undefined;
    if (answer?.success) return answer;
    if (Date.now() > deadline)
      throw new Error(`the demo digest was not delivered: ${status} ${JSON.stringify(body)}`);
    await delay(500);
  }
}

async function messagesOn(phone: string): Promise<z.infer<typeof phoneMessages>> {
  const answer = await fetch(`${phone}/sim/phones/${digits}/messages`);
  return phoneMessages.parse(await answer.json());
}

async function putPhone(phone: string, state: Record<string, boolean>): Promise<void> {
  const answer = await fetch(`${phone}/sim/phones/${digits}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(state),
  });
  if (!answer.ok)
    throw new Error(
      `the simulated phone refused its state: ${answer.status} ${await answer.text()}`,
    );
}
