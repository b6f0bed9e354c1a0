import { connect } from "node:net";
import { BSON } from "bson";

// An open port may not be ready, so each service is asked in its own protocol.

/** Sends `request` to a port. True when `accept` recognises the response within a second of silence. */
async function probe(
  port: number,
  request: Buffer,
  accept: (response: Buffer) => boolean,
): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.setTimeout(1000, () => socket.destroy());
  socket.write(request);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) {
      chunks.push(chunk);
      if (accept(Buffer.concat(chunks))) return true;
    }
  } catch {
    // Refused, cut off, or silent for too long.
  }
  return false;
}

/** Kafka's ApiVersions request: size, key 18, version 0, correlation id 1, empty client id. */
const apiVersions = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0, 0]);

/** MongoDB's `hello`. OP_MSG: header (length, request id 1, response to, operation), flags, one section of kind 0. */
function hello(): Buffer {
  const command = BSON.serialize({ hello: 1, $db: "admin" });
  const header = Buffer.alloc(21);
  header.writeInt32LE(header.length + command.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(2013, 12);
  return Buffer.concat([header, command]);
}

/** Whether the work succeeds; its result and its error do not matter. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** True when a GET of this URL returns 2xx within 2 s. */
export async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

export const isKafkaReady = (port: number): Promise<boolean> =>
  probe(
    port,
    apiVersions,
    (response) =>
      response.length >= 10 && response.readInt32BE(4) === 1 && response.readInt16BE(8) === 0,
  );

export const isMongoReady = (port: number): Promise<boolean> =>
  probe(port, hello(), (response) => response.length >= 16 && response.readInt32LE(8) === 1);

export const isRedisReady = (port: number): Promise<boolean> =>
  probe(port, Buffer.from("PING\r\n"), (response) => response.toString().startsWith("+PONG"));
