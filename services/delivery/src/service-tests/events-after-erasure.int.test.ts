import { randomUUID } from "node:crypto";
import { record, recordTombstone } from "@matinale/bus";
import { startForTests } from "@matinale/kit/vitest";
import { documentsWith } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;

startForTests(startHarness, (started) => (delivery = started));

test("stores nothing about an erased person when events follow the tombstone on any topic", async () => {
  const [known, neighbour] = [await delivery.reader(), await delivery.reader()];
  const unknown = randomUUID();
  await delivery.call("GET /user/whatsapp/opt-in", { as: known.id });
  expect((await delivery.call("POST /deliver-news", { as: known.id })).status).toBe(200);
  await expect.poll(() => delivery.history(known.id), soon).toMatchObject([{ status: "sent" }]);
  const digestId = (await delivery.deliveryOf(known.id))?._id;

  await delivery.publish([known.id, unknown].map((id) => recordTombstone("user.changed", id)));
  await delivery.caughtUp();
  await delivery.subscribe(known.id, { version: 9n });
  await delivery.subscribe(unknown, { version: 9n });
  await delivery.publish(
    [known.id, unknown].map((userId) =>
      record("audio.ready", { userId, digestId: String(digestId), texts: ["late"] }),
    ),
  );
  await delivery.caughtUp();

  for (const id of [known.id, unknown]) {
    expect(await documentsWith(delivery.mongo, id)).toEqual({
      erased_people: [{ _id: id, at: expect.any(Date) }],
    });
  }
  await expect.poll(() => documentsWith(delivery.mongo, known.digits), soon).toEqual({});
  expect(await delivery.subscriberOf(neighbour.id)).toMatchObject({ preferences: { version: 1 } });
});
