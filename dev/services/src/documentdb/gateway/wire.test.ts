import { expect, test } from "vitest";
import { decode, encode } from "./bson-document.ts";
import { createCommands } from "./commands.ts";
import { createConnections } from "./connections.ts";
import { handle } from "./handle.ts";
import { encodeReply, createFraming, parseMessage } from "./wire.ts";

/** An OP_MSG as a driver sends it. */
function message(
  command: object,
  sequence?: { field: string; documents: object[] },
  flags = 0,
): Buffer {
  const sections = [Buffer.from([0]), encode(command)];
  if (sequence) {
    const content = Buffer.concat([
      Buffer.from(`${sequence.field}\0`),
      ...sequence.documents.map((document) => encode(document)),
    ]);
    const length = Buffer.alloc(4);
    length.writeInt32LE(content.length + 4);
    sections.push(Buffer.from([1]), length, content);
  }
  const body = Buffer.concat(sections);
  const header = Buffer.alloc(20);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(77, 4);
  header.writeInt32LE(2013, 12);
  header.writeUInt32LE(flags, 16);
  return Buffer.concat([header, body]);
}

test("splits a stream into messages, for every size of chunk", () => {
  const [first, second] = [message({ ping: 1, $db: "a" }), message({ hello: 1, $db: "admin" })];
  const stream = Buffer.concat([first, second]);
  for (const size of [1, 3, 17, stream.length]) {
    const frame = createFraming();
    const found: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size)
      found.push(...frame(stream.subarray(at, at + size)));
    expect(found).toEqual([first, second]);
  }
});

test("an impossible message length is an error", () => {
  expect(() => createFraming()(Buffer.from("GET / HTTP/1.1\r\n\r\n"))).toThrow(RangeError);
});

test("the engine gets the command with its documents, without the envelope", () => {
  const bytes = message(
    { insert: "things", ordered: true, lsid: { id: 1 }, $db: "shop" },
    { field: "documents", documents: [{ _id: 1 }, { _id: 2 }] },
  );
  const { request, expectsReply, id } = parseMessage(bytes);
  expect([id, expectsReply, request.name, request.database]).toEqual([77, true, "insert", "shop"]);
  expect(decode(request.forEngine)).toEqual({
    insert: "things",
    ordered: true,
    documents: [{ _id: 1 }, { _id: 2 }],
  });
});

test("a message with moreToCome expects no reply", () => {
  const moreToCome = 2;
  expect(parseMessage(message({ ping: 1 }, undefined, moreToCome)).expectsReply).toBe(false);
});

test("a reply carries the id of its request", () => {
  const reply = encodeReply(parseMessage(message({ ping: 1 })), { ok: 1 });
  expect(reply.readInt32LE(0)).toBe(reply.length);
  expect(reply.readInt32LE(8)).toBe(77);
  expect(decode(reply.subarray(21))).toEqual({ ok: 1 });
});

test("refuses a transaction, as a standalone MongoDB does", async () => {
  const connections = createConnections(0, () => undefined);
  const { request } = parseMessage(message({ find: "a", lsid: { id: 1 }, autocommit: false }));
  const reply = await handle(createCommands(connections), request);
  expect(reply).toMatchObject({ ok: 0, code: 20 });
});
