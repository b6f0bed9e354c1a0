import { createServer, type Server } from "node:net";
import type { Document } from "bson";
import { encode, maxMessageBytes } from "./bson-document.ts";
import { parseRequest, type Request } from "./request.ts";

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const checksumPresent = 1;
const moreToCome = 2;

/** Splits a byte stream into messages of MongoDB's wire protocol. Each message starts with its length. */
export function createFraming(): (chunk: Buffer) => Buffer[] {
  let pending: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    pending.push(chunk);
    size += chunk.length;
    const messages: Buffer[] = [];
    while (size >= 4) {
      if ((pending[0]?.length ?? 0) < 4) pending = [Buffer.concat(pending)];
      const length = pending[0]?.readInt32LE(0) ?? 0;
      if (length < 16 || length > maxMessageBytes)
        throw new RangeError(`message of ${length} bytes`);
      if (size < length) break;
      const all = Buffer.concat(pending);
      messages.push(all.subarray(0, length));
      size -= length;
      pending = size > 0 ? [all.subarray(length)] : [];
    }
    return messages;
  };
}

export type Message = ReturnType<typeof parseMessage>;

/** OP_MSG, and OP_QUERY, which drivers still use for the handshake. */
export function parseMessage(message: Buffer) {
  const id = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === opQuery) {
    // flags, collection name ended by a zero, skip, limit, then the command
    const body = message.subarray(message.indexOf(0, 20) + 9);
    return { id, operation, request: parseRequest(body), expectsReply: true };
  }
  if (operation !== opMsg) throw new RangeError(`unknown operation ${operation}`);
  const flags = message.readUInt32LE(16);
  const end = message.length - (flags & checksumPresent ? 4 : 0);
  const { body, sequences } = parseSections(message, end);
  return {
    id,
    operation,
    request: parseRequest(body, sequences),
    expectsReply: !(flags & moreToCome),
  };
}

/** The command's body, and the documents sent outside it, by the name of their field. */
function parseSections(message: Buffer, end: number) {
  let body: Buffer = Buffer.alloc(0);
  const sequences = new Map<string, Buffer[]>();
  for (let position = 20; position < end;) {
    const kind = message[position];
    const start = position + 1;
    position = start + message.readInt32LE(start);
    if (kind === 0) {
      body = message.subarray(start, position);
      continue;
    }
    const nameEnd = message.indexOf(0, start + 4);
    const documents: Buffer[] = [];
    for (let at = nameEnd + 1; at < position;) {
      const length = message.readInt32LE(at);
      documents.push(message.subarray(at, at + length));
      at += length;
    }
    sequences.set(message.toString("utf8", start + 4, nameEnd), documents);
  }
  return { body, sequences };
}

// OP_REPLY: flags (8: await capable), cursor id, starting from, one document returned; OP_MSG: flags, section kind 0.
const replyPrefix = Buffer.alloc(20);
replyPrefix.writeInt32LE(8, 0);
replyPrefix.writeInt32LE(1, 16);
const messagePrefix = Buffer.alloc(5);

export function encodeReply({ id, operation }: Message, reply: Buffer | Document): Buffer {
  const body = Buffer.isBuffer(reply) ? reply : encode(reply);
  const prefix = operation === opQuery ? replyPrefix : messagePrefix;
  const header = Buffer.alloc(16);
  header.writeInt32LE(header.length + prefix.length + body.length, 0);
  header.writeInt32LE(id, 4);
  header.writeInt32LE(id, 8);
  header.writeInt32LE(operation === opQuery ? opReply : opMsg, 12);
  return Buffer.concat([header, prefix, body]);
}

export const createWireServer = (
  handle: (request: Request) => Promise<Buffer | Document>,
  log: (line: string) => void,
): Server =>
  createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    const fail = (error: unknown) => {
      log(String(error));
      socket.destroy();
    };
    const handleMessage = async (bytes: Buffer) => {
      const message = parseMessage(bytes);
      const document = await handle(message.request);
      if (message.expectsReply) socket.write(encodeReply(message, document));
    };
    const frame = createFraming();
    // Replies keep the order of the requests on one connection.
    let previous = Promise.resolve();
    socket.on("data", (chunk) => {
      try {
        for (const bytes of frame(chunk)) {
          previous = previous.then(() => handleMessage(bytes)).catch(fail);
        }
      } catch (error) {
        fail(error);
      }
    });
  });
