import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import mongoose from "mongoose";
import { createFraming } from "../../dev/services/src/documentdb/gateway/wire.ts";

/** Commands to the database, by names such as "find subscribers". */
export interface Asked {
  commands: number;
  bytes: number;
  /** Documents in the responses. */
  documents: number;
}

interface Cursor {
  cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] };
}

const { BSON } = mongoose.mongo;
const opMsg = 2013;
/** Bytes of the header, the flags and the kind of the first section. */
const bodyAt = 16 + 4 + 1;

/** Command and collection: the first element of the body. */
function nameOf(message: Buffer): string | undefined {
  if (message.readInt32LE(12) !== opMsg) return undefined;
  const at = bodyAt + 4 + 1;
  const end = message.indexOf(0, at);
  const command = message.toString("latin1", at, end);
  // a string: its length with the closing zero byte, then its bytes
  if (message[at - 1] !== 2) return command === "getMore" ? command : undefined;
  const length = message.readInt32LE(end + 1);
  return `${command} ${message.toString("utf8", end + 5, end + 4 + length)}`;
}

/**
 * A proxy between a service and MongoDB that counts commands. Their number does not depend on the machine.
 *
 * @param options.documents  also counts the documents in responses, which must be parsed for it
 */
export async function mongoTap(target: string, options: { documents?: boolean } = {}) {
  const { hostname, port } = new URL(target);
  const asked = new Map<string, Asked>();
  const sockets = new Set<Socket>();
  const entry = (name: string): Asked => {
    const found = asked.get(name) ?? { commands: 0, bytes: 0, documents: 0 };
    asked.set(name, found);
    return found;
  };

  const server = createServer((client) => {
    const database = connect(Number(port || 27_017), hostname);
    const open = new Map<number, string>();
    const onQuestion = (message: Buffer) => {
      const name = nameOf(message);
      if (name === undefined) return;
      const found = entry(name);
      found.commands += 1;
      found.bytes += message.length;
      if (options.documents === true) open.set(message.readInt32LE(4), name);
    };
    const onAnswer = (message: Buffer) => {
      const to = message.readInt32LE(8);
      const name = open.get(to);
      open.delete(to);
      if (name === undefined) return;
      const { cursor } = BSON.deserialize(message.subarray(bodyAt)) as Cursor;
      entry(name).documents += (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length;
    };
    for (const [one, other, hear] of [
      [client, database, onQuestion],
      [database, client, onAnswer],
    ] as const) {
      const framed = createFraming();
      sockets.add(one);
      one.setNoDelay(true);
      one.on("data", (chunk: Buffer) => {
        other.write(chunk);
        for (const message of framed(chunk)) hear(message);
      });
      one.once("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on("error", () => one.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    asked,
    forget: () => asked.clear(),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
