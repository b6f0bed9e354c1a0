import type { Document } from "bson";
import type { Request } from "./request.ts";

const hello = ({ name }: Request): Document => ({
  ...(name === "hello" ? {} : { ismaster: true, helloOk: true }),
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: 21, // MongoDB 7.0
  readOnly: false,
  ok: 1,
});
const buildInfo = (): Document => ({
  version: "7.0.0",
  versionArray: [7, 0, 0, 0],
  gitVersion: "documentdb",
  modules: ["documentdb"],
  maxBsonObjectSize: 16_777_216,
  ok: 1,
});

/** Commands that clients use to identify the server. */
export const handshakeCommands = {
  hello,
  ismaster: hello,
  isMaster: hello,
  endSessions: () => ({ ok: 1 }),
  buildInfo,
  buildinfo: buildInfo,
};
