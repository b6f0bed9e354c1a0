import { listen } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import type { Message } from "../../domain/channel/whatsapp.ts";
import { cloudApi } from "./client.ts";

/** The body of the call that sends a message. @param contacts  those of the provider's answer */
async function sent(message: Message, contacts?: unknown): Promise<unknown> {
  const bodies: unknown[] = [];
  const server = await listen((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      res.end(JSON.stringify({ contacts, messages: [{ id: "wamid.1" }] }));
    });
  });
  const client = cloudApi({
    WHATSAPP_API_URL: server.url,
    WHATSAPP_PHONE_NUMBER_ID: "1",
    WHATSAPP_TOKEN: "token",
  });
  try {
    expect(await client.send("33612345678", message, "d:1")).toMatchObject({ outcome: "accepted" });
  } finally {
    await client.close();
    await server.close();
  }
  return bodies[0];
}

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
