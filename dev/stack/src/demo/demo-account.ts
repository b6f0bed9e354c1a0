import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createAppClient, type AppClient } from "./app-client.ts";

export const demo = {
  username: "demo",
  email: "demo@matinale.example",
  password: "matinale-demo",
  phone: "+33639981234",
  language: "fr",
} as const;

const digits = demo.phone.slice(1);
/** Time limit to send a digest, and again to deliver all of it to the phone. */
const timeoutMs = 90_000;

const phoneMessages = z.array(
  z.object({
    id: z.string(),
    direction: z.enum(["in", "out"]),
    audio: z.object({ durationMs: z.number() }).optional(),
  }),
);

/** Logs in to the demo account. Creates it through the app's API the first time. */
export async function signInDemo(app: string): Promise<{ client: AppClient; isNew: boolean }> {
  const client = createAppClient(app);
  const { email, password } = demo;
  const login = await client.call("POST /login", { email, password });
  if (login.status !== 200) {
    await client.expect("POST /signup", demo);
    await client.expect("POST /login", { email, password });
  }
  const chosen = await client.expect("GET /user/categories");
  if (chosen.length === 0) {
    for (const categoryId of [1, 2, 3])
      await client.expect("POST /user/categories", { categoryId });
  }
  return { client, isNew: login.status !== 200 };
}

export async function deliverDemoDigest(client: AppClient, phone: string) {
  const { whatsappConnected } = await client.expect("GET /me");
  // The simulator keeps no state over a restart. Put the phone online and make it read and confirm automatically.
  const windowOpen = whatsappConnected ? { windowOpen: true } : {};
  const settings = { autoConfirm: true, autoRead: true, online: true, ...windowOpen };
  await callPhone(phone, "PUT", "", settings);
  if (!whatsappConnected) {
    await client.expect("POST /user/whatsapp/connect", { phone: demo.phone });
    // a linked phone never writes first: the reader does
    if (process.env["WHATSAPP_ADAPTER"] === "waha")
      await callPhone(phone, "POST", "/messages", { text: "START" });
  }

  const before = new Set((await messagesOn(phone)).map(({ id }) => id));
  let stories = await deliver(client);
  let notes = await voiceNotesSince(before, phone);
  if (notes.length === 0) {
    // On a busy machine the first digest is sent before its audio is complete. By now it is.
    stories = await deliver(client);
    notes = await voiceNotesSince(before, phone);
  }
  const milliseconds = notes.reduce((sum, { durationMs }) => sum + durationMs, 0);
  // As the phone measures it.
  return { stories, voiceNotes: notes.length, seconds: milliseconds / 1000 };
}

async function deliver(client: AppClient): Promise<number> {
  const articlesCount = await requestDigest(client);
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const [newest] = (await client.expect("GET /message-history")).history;
    if (newest && newest.status !== "pending" && newest.status !== "sent") break;
    await delay(250);
  }
  return articlesCount;
}

async function voiceNotesSince(before: ReadonlySet<string>, phone: string) {
  return (await messagesOn(phone)).flatMap(({ id, direction, audio }) =>
    direction === "out" && audio && !before.has(id) ? [audio] : [],
  );
}

/** Retries until the services know the new subscriber and the opt-in. @returns the number of its stories */
async function requestDigest(client: AppClient): Promise<number> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { status, body } = await client.call("POST /deliver-news", {});
    if (status === 200 && body.success) return body.articlesCount;
    if (Date.now() > deadline)
      throw new Error(`the demo digest was not delivered: ${status} ${JSON.stringify(body)}`);
    await delay(500);
  }
}

const messagesOn = async (phone: string): Promise<z.infer<typeof phoneMessages>> =>
  phoneMessages.parse(await callPhone(phone, "GET", "/messages"));

async function callPhone(
  phone: string,
  method: "GET" | "PUT" | "POST",
  path: "" | "/messages",
  body?: Record<string, unknown>,
): Promise<unknown> {
  const response = await fetch(`${phone}/sim/phones/${digits}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`the simulated phone refused: ${response.status} ${await response.text()}`);
  return response.json();
}
