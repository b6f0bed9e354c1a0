import { expect, test } from "vitest";
import { deliverySchema } from "./delivery-schema.ts";

test("an index has the order of the history: no page sorts the thousands of deliveries of a reader", () => {
  const keys = deliverySchema(400)
    .indexes()
    .map(([key]) => Object.entries(key).join(" "));
  expect(keys).toContain("userId,1 dueAt,-1 _id,-1");
});
