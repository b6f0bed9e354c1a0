import { BSON, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from "bson";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeExactly, encode } from "./bson-document.ts";

const everyType = {
  double: new Double(1.5),
  wholeDouble: new Double(1),
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
  long: Long.fromNumber(7),
  decimal: Decimal128.fromString("1.10"),
  minKey: new MinKey(),
  maxKey: new MaxKey(),
};

test("values of every type keep it between client and engine", () => {
  const bytes = encode(everyType);
  expect(encode(decodeExactly(bytes))).toEqual(bytes);
});

test("a document is the same after it was decoded, in the order of its fields", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z0-9]{1,8}$/), fc.jsonValue()), (document) => {
      const bytes = encode(document);
      expect(encode(decodeExactly(bytes))).toEqual(bytes);
    }),
  );
});
