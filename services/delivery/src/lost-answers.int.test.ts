import { afterAll, beforeAll, expect, test } from "vitest";
import { takenFrom } from "./testing/crash-scenarios.ts";
import { soon, startHarness } from "./testing/harness.ts";
import { statusItem } from "./testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  delivery = await startHarness();
}, 60_000);
afterAll(() => delivery.stop());

/** A reader whose next digest is taken by the provider, which is not heard to say so for its text. */
async function unanswered() {
  const reader = await delivery.reader();
  delivery.provider.setFault(({ to, text }) =>
    to === reader.digits && text === "Le digest" ? "drop" : null,
  );
  await delivery.requestByHand(reader.id);
  const forms = () => takenFrom(delivery, reader).map(({ type }) => type);
  await expect.poll(forms, soon).toEqual(["text"]);
  await expect
    .poll(async () => (await delivery.deliveryOf(reader.id))?.["lease"], soon)
    .toBeUndefined();
  delivery.provider.setFault(null);
  return { reader, forms, history: () => delivery.history(reader.id) };
}

test("recovers a lost answer by the reference in a status, then sends the other parts", async () => {
  const { reader, forms, history } = await unanswered();
  const [lost] = takenFrom(delivery, reader);
  await delivery.tell(statusItem(lost!, "delivered", delivery.now()));
  await expect.poll(forms, soon).toEqual(["text", "audio"]);
  await expect.poll(history, soon).toMatchObject([{ status: "sent", errorMessage: null }]);
});

test("marks a lost answer without a status as failed and does not send it again; a late status releases the rest", async () => {
  const { reader, forms, history } = await unanswered();
  delivery.setClock(new Date(delivery.now().getTime() + 151_000).toISOString());
  await expect
    .poll(history, soon)
    .toMatchObject([{ status: "failed", errorMessage: expect.stringContaining("Issue inconnue") }]);
  expect(forms()).toEqual(["text"]);

  const [lost] = takenFrom(delivery, reader);
  await delivery.tell(statusItem(lost!, "delivered", delivery.now()));
  await expect.poll(forms, soon).toEqual(["text", "audio"]);
  await expect.poll(history, soon).toMatchObject([{ status: "sent", errorMessage: null }]);
});
