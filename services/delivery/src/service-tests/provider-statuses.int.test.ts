import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { takenFrom } from "../testing/crash-scenarios.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { statusItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(startHarness, (started) => (delivery = started));

const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });

/** A reader with a digest whose text the provider has accepted; the answer to the call was lost. */
async function withLostAnswer() {
  const reader = await delivery.reader();
  delivery.provider.setFault(({ to, text }) =>
    to === reader.digits && text === "Le digest" ? "drop" : null,
  );
  await delivery.requestManualDigest(reader.id);
  const forms = () => takenFrom(delivery, reader).map(({ type }) => type);
  await expect.poll(forms, soon).toEqual(["text"]);
  await expect
    .poll(async () => (await delivery.deliveryOf(reader.id))?.["lease"], soon)
    .toBeUndefined();
  delivery.provider.setFault(null);
  return { reader, forms, history: () => delivery.history(reader.id) };
}

test("applies statuses in any order, before the answer to their call, repeated, and without our reference", async () => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  delivery.provider.setOnCall((call) => {
    if (call.to !== digits || call.text !== "Le digest") return;
    const withoutReference = { ...call, reference: "" };
    void delivery.postWebhook(
      statusItem(withoutReference, "read", delivery.now()),
      statusItem(withoutReference, "delivered", delivery.now()),
    );
  });
  expect((await deliver(id)).status).toBe(200);
  delivery.provider.setOnCall(null);
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: ["a".repeat(64)] }));
  await expect.poll(() => delivery.history(id), soon).toMatchObject([{ status: "read" }]);
  const call = delivery.provider.accepted(digits).at(-1);
  if (call === undefined) throw new Error("nothing was sent");
  await delivery.postWebhook(
    statusItem(call, "sent"),
    statusItem(call, "delivered"),
    statusItem(call, "failed", new Date(), 131026),
  );
  await expect.poll(() => delivery.collection("webhooks").countDocuments(), soon).toBe(0);
  expect(await delivery.history(id)).toMatchObject([{ status: "read", errorMessage: null }]);
});

test("rejects webhooks that the provider did not sign", async () => {
  const forged = { raw: "{}", headers: { "x-hub-signature-256": "sha256=00" } };
  expect(await delivery.call("POST /webhooks/whatsapp", forged)).toMatchObject({
    status: 403,
    body: { code: "INVALID_SIGNATURE" },
  });
  expect((await delivery.call("POST /webhooks/whatsapp", { raw: "{}" })).status).toBe(403);
  const verify = (token: string) =>
    delivery.call(
      `GET /webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=123`,
    );
  expect(await verify("verify-me")).toMatchObject({ status: 200, body: "123" });
  expect((await verify("wrong")).status).toBe(403);
  expect(
    await delivery.postWebhook({ surprise: [1] }, { statuses: [{ id: 7 }], messages: "no" }),
  ).toBe(200);
});

test("recovers a lost answer by the reference in a status, then sends the other parts", async () => {
  const { reader, forms, history } = await withLostAnswer();
  const [lost] = takenFrom(delivery, reader);
  await delivery.postWebhook(statusItem(lost!, "delivered", delivery.now()));
  await expect.poll(forms, soon).toEqual(["text", "audio"]);
  await expect.poll(history, soon).toMatchObject([{ status: "sent", errorMessage: null }]);
});

test("marks a lost answer without a status as failed and does not send it again; a late status releases the rest", async () => {
  const { reader, forms, history } = await withLostAnswer();
  delivery.setClock(new Date(delivery.now().getTime() + 151_000).toISOString());
  await expect
    .poll(history, soon)
    .toMatchObject([{ status: "failed", errorMessage: expect.stringContaining("Issue inconnue") }]);
  expect(forms()).toEqual(["text"]);

  const [lost] = takenFrom(delivery, reader);
  await delivery.postWebhook(statusItem(lost!, "delivered", delivery.now()));
  await expect.poll(forms, soon).toEqual(["text", "audio"]);
  await expect.poll(history, soon).toMatchObject([{ status: "sent", errorMessage: null }]);
});
