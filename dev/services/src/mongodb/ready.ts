import { BSON } from "bson";
import { probePort } from "../ports.ts";

/** True when a server on this port responds to MongoDB's `hello`. */
export function isMongoReady(port: number): Promise<boolean> {
  return probePort(
    port,
    helloRequest,
    (response) => response.length >= 16 && response.readInt32LE(8) === requestId,
  );
}

const requestId = 1;
const opMsg = 2013;

// OP_MSG: header (length, request id, response to, operation), flags, one section of kind 0 with the command.
const command = BSON.serialize({ hello: 1, $db: "admin" });
const header = Buffer.alloc(21);
header.writeInt32LE(header.length + command.length, 0);
header.writeInt32LE(requestId, 4);
header.writeInt32LE(opMsg, 12);
const helloRequest = Buffer.concat([header, command]);
