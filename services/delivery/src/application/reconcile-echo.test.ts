import { expect, test } from "vitest";
import { hashOfText } from "../domain/channel/inbound.ts";
import { siteOf } from "../domain/conversation/conversation.ts";
import { rank, reference } from "../domain/delivery/delivery.ts";
import { after, due, readyDigest } from "../testing/fixtures.ts";
import { reconcileEcho } from "./reconcile-echo.ts";

test.each([
  ["551187654321", "+5511987654321"],
  ["5511987654321", "+551187654321"],
  ["5511987654321", "+5511987654321"],
])("an echo to %s matches the lost call to %s", async (to, recipient) => {
  const part = { form: "text", rank: rank.sending, attempt: 1, startedAt: due } as const;
  const lost = readyDigest({ phase: "sending", recipient, parts: { text0: part } });
  const deliveries = {
    byMessageIds: async () => [],
    sendingTo: async (phones: readonly string[]) => (phones.includes(recipient) ? [lost] : []),
  };
  const site = siteOf("https://matinale.example", "Matinale");
  const echo = { messageId: "3EB0", to, at: after(1), textHash: hashOfText("Le digest") };
  const report = await reconcileEcho(echo, { deliveries, site, now: () => due } as never);
  const expected = { messageId: "3EB0", status: "sent", reference: reference(lost._id, "text0") };
  expect(report).toMatchObject(expected);
});
