import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { listeningInodes, portOwner } from "./port-owner.ts";

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 43210 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000     0        0 43211 1 0 20 4 30 10 -1
   2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000    33        0 99 1 0 100 0 0 10 0`;

test("finds the sockets that listen on a port, not the connections through it", () => {
  expect(listeningInodes(table, 8080)).toEqual(["43210"]);
  expect(listeningInodes(table, 80)).toEqual(["99"]);
  expect(listeningInodes(table, 8081)).toEqual([]);
});

test("finds this process as the owner of a port on which it listens", async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  expect(portOwner(port)?.pid).toBe(process.pid);
  await new Promise((closed) => server.close(closed));
  expect(portOwner(port)).toBeUndefined();
});
