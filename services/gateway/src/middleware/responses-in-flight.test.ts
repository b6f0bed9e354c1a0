import { EventEmitter } from "node:events";
import type { Request, Response } from "express";
import { expect, test } from "vitest";
import { responsesInFlight } from "./responses-in-flight.ts";

test("refuses the response over the limit of an address, and counts one no more that has closed", async () => {
  const limit = responsesInFlight(2);
  const begin = async (ip: string) => {
    // the limit reads the address and waits for the end of the response, nothing else
    const res = new EventEmitter();
    await limit({ ip } as Request, res as unknown as Response, () => undefined);
    return () => res.emit("close");
  };
  const close = await begin("192.0.2.1");
  await begin("192.0.2.1");
  const refused = { code: "TOO_MANY_REQUESTS", headers: { "retry-after": "5" } };
  await expect(begin("192.0.2.1")).rejects.toMatchObject(refused);
  await begin("192.0.2.2");
  close();
  await begin("192.0.2.1");
  await expect(begin("192.0.2.1")).rejects.toMatchObject(refused);
});
