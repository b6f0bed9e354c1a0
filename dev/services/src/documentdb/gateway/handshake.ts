import type { Document } from "bson";
import type { Request } from "./request.ts";

/** Commands that clients use to identify the server. */
export function handshakeCommands(port: number): Record<string, (request: Request) => Document> {
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
  const build = {
    version: "7.0.0",
    versionArray: [7, 0, 0, 0],
    gitVersion: "documentdb",
    modules: ["documentdb"],
    maxBsonObjectSize: 16_777_216,
    ok: 1,
  };
  return {
    hello,
    ismaster: hello,
    isMaster: hello,
    endSessions: () => ({ ok: 1 }),
    buildInfo: () => build,
    buildinfo: () => build,
    serverStatus: () => ({
      host: `127.0.0.1:${port}`,
      version: build.version,
      process: "documentdb-gateway",
      pid: process.pid,
      uptime: process.uptime(),
      localTime: new Date(),
      ok: 1,
    }),
    getParameter: () => ({ featureCompatibilityVersion: { version: "7.0" }, ok: 1 }),
    connectionStatus: () => ({
      authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] },
      ok: 1,
    }),
  };
}
