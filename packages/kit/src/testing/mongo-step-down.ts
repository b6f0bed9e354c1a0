import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import mongoose from "mongoose";

const { BSON } = mongoose.mongo;
const headerBytes = 16;
const opMsg = 2013;
/** Bytes of the header, the flags and the kind of the first section. */
const bodyAt = headerBytes + 4 + 1;

/** Commands by which the driver finds out who is the primary; a member that has stepped down answers them. */
const discovery = new Set(["hello", "isMaster", "ismaster", "endSessions"]);

const commandOf = (message: Buffer): string =>
  message.toString("latin1", bodyAt + 5, message.indexOf(0, bodyAt + 5));

/** The answer to a message: OP_MSG with one document. */
function answerTo(message: Buffer, document: object): Buffer {
  const body = BSON.serialize(document);
  const head = Buffer.alloc(bodyAt);
  head.writeInt32LE(bodyAt + body.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(opMsg, 12);
  return Buffer.concat([head, body]);
}

/** A proxy to MongoDB that can answer as a member that is not primary, for engines without replica sets. */
export async function mongoStepDown(target: string) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let code: number | null = null;
  let refused = 0;

  const server = createServer((client) => {
    const database = connect(Number(port || 27_017), hostname);
    let rest: Buffer = Buffer.alloc(0);
    client.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        if (code === null || message.readInt32LE(12) !== opMsg || discovery.has(commandOf(message)))
          database.write(message);
        else {
          refused += 1;
          client.write(answerTo(message, { ok: 0, code, errmsg: "not primary" }));
        }
      }
    });
    database.pipe(client);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    /** Refuses every command with this code, or with null none. */
    refuse: (next: number | null) => {
      code = next;
    },
    /** Commands that were refused. */
    refused: () => refused,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
