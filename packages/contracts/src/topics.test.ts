import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { asLocalTime, topicNames, topics, UserChangedSchema } from "./index.ts";

test("every topic has its own message, with its key", () => {
  const names = topicNames.map((name) => topics[name].schema.typeName);
  expect(new Set(names).size).toBe(topicNames.length);
  for (const name of topicNames) {
    const key = name === "alert.raised" ? "alert_id" : "user_id";
    expect(topics[name].schema.fields.some((field) => field.name === key)).toBe(true);
  }
});

test("no event has a field for an e-mail address or a phone number", () => {
  const fields = topicNames.flatMap((name) =>
    topics[name].schema.fields.map((field) => field.name),
  );
  expect(fields.filter((name) => /mail|phone|wa_id|username|password/.test(name))).toEqual([]);
});

test("state topics are compacted, and their messages have a version", () => {
  const compacted = topicNames.filter((name) => topics[name].cleanup === "compact");
  expect(compacted).toEqual(["user.changed", "preferences.changed", "subscription.changed"]);
  for (const name of compacted) {
    expect(topics[name].schema.fields.some((field) => field.name === "version")).toBe(true);
  }
});

test("a consumer ignores fields that a newer publisher adds", () => {
  const bytes = toBinary(
    UserChangedSchema,
    create(UserChangedSchema, { userId: "u", version: 3n }),
  );
  const newer = new Uint8Array([...bytes, 0xfa, 0x07, 0x01, 0x78]); // field 127, one byte of text
  expect(fromBinary(UserChangedSchema, newer).version).toBe(3n);
});

test.each(["24:00", "8:00", "08:60", "", "08:00:00"])("refuses %s as a time of day", (value) => {
  expect(() => asLocalTime(value)).toThrow(RangeError);
});
