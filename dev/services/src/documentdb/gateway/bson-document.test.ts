import { BSON, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from "bson";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arrayOf, decode, documentOf, elementOf, elementsOf, encode } from "./bson-document.ts";

const everyType = {
  double: new Double(1.5),
  string: "é\u0000 long enough",
  document: { a: { b: 1 } },
  array: [1, "two", null],
  binary: new BSON.Binary(Buffer.from([1, 2, 3])),
  id: new ObjectId("0123456789abcdef01234567"),
  yes: true,
  date: new Date(0),
  nothing: null,
  pattern: /a.b/i,
  code: new BSON.Code("f()", { x: 1 }),
  int: new Int32(7),
  stamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromNumber(2 ** 40),
  decimal: Decimal128.fromString("1.10"),
  minKey: new MinKey(),
  maxKey: new MaxKey(),
};

test("elements of every type follow each other without gaps", () => {
  const bytes = encode(everyType);
  const elements = [...elementsOf(bytes)];
  expect(elements.map(({ key }) => key)).toEqual(Object.keys(everyType));
  const ends = elements.map(({ end }) => end);
  expect(elements.map(({ start }) => start)).toEqual([4, ...ends.slice(0, -1)]);
  expect(elements.at(-1)!.end).toBe(bytes.length - 1);
});

test("joining the elements of a document gives the same bytes", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z0-9]{1,8}$/), fc.jsonValue()), (document) => {
      const bytes = encode(document);
      const elements = [...elementsOf(bytes)].map(({ start, end }) => bytes.subarray(start, end));
      expect(documentOf(elements)).toEqual(bytes);
    }),
  );
});

test("a document sequence becomes an array field of the command", () => {
  const command = documentOf([
    elementOf(4, "documents", arrayOf([encode({ a: 1 }), encode({ a: 2 })])),
  ]);
  expect(decode(command)).toEqual({ documents: [{ a: 1 }, { a: 2 }] });
});

test("an unknown type is an error", () => {
  const bytes = encode({ a: 1 });
  bytes[4] = 99;
  expect(() => [...elementsOf(bytes)]).toThrow("Invalid 0x63 type byte");
});
