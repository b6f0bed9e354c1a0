import { listen } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import type { Message } from "../../domain/channel/whatsapp.ts";
import { cloudApi } from "./client.ts";

/** Sends a message to a provider that gives this answer. @returns what the client makes of it, and the body of the call */
async function send(message: Message, status: number, given: unknown) {
  const bodies: unknown[] = [];
  const server = await listen((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      res.writeHead(status).end(JSON.stringify(given));
    });
  });
  const client = cloudApi({
    WHATSAPP_API_URL: server.url,
    WHATSAPP_PHONE_NUMBER_ID: "1",
    WHATSAPP_TOKEN: "token",
  });
  try {
    return { answer: await client.send("33612345678", message, "d:1"), body: bodies[0] };
  } finally {
    await client.close();
    await server.close();
  }
}

/** The body of the call that sends a message. @param contacts  those of the provider's answer */
async function sent(message: Message, contacts?: unknown): Promise<unknown> {
  const { answer, body } = await send(message, 200, { contacts, messages: [{ id: "wamid.1" }] });
  expect(answer).toMatchObject({ outcome: "accepted" });
  return body;
}

test.each([
  ["message", { code: 100 }],
  ["message", { code: 100, error_subcode: 2494010 }],
  ["message", { code: 100, error_subcode: null }],
  ["sender", { code: 100, error_subcode: 33 }],
  ["sender", { code: 33 }],
  [
    "media",
    {
      code: 100,
      message:
        "(#100) Param audio['id'] is not a valid whatsapp business account media attachment ID",
    },
  ],
])("a refusal concerns the %s for the error %o", async (action, error) => {
  const { answer } = await send({ form: "text", body: "Bonjour" }, 400, { error });
  expect(answer).toMatchObject({ outcome: "refused", action });
});

test.each(["fr", "en"] as const)(
  "sends a template in %s only, with the policy that Meta requires",
  async (language) => {
    const template = { name: "digest_ready", parameters: ["Un titre"] };
    const body = await sent({ form: "template", template, language });
    expect(body).toMatchObject({
      type: "template",
      template: { name: "digest_ready", language: { policy: "deterministic", code: language } },
    });
  },
);

test.each([
  { contacts: null },
  { contacts: {} },
  { contacts: ["33612345678"] },
  { contacts: [{ input: "33612345678", wa_id: null }] },
])("accepts a message that the provider accepted with $contacts", async ({ contacts }) => {
  expect(await sent({ form: "text", body: "Bonjour" }, contacts)).toMatchObject({ type: "text" });
});
