import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isDatabaseAway } from "./http-middleware.ts";
import { awaitMongo } from "./mongo.ts";
import { silentLogger, testDatabase } from "./testing/index.ts";

const database = testDatabase("kit");
const there = new URL(database.MONGODB_URI);
const uri = new URL(there);
/** The way to the database, which is not there before it listens. */
const way = createServer((here) => {
  const beyond = connect(Number(there.port), there.hostname);
  here.pipe(beyond).pipe(here);
  for (const socket of [here, beyond]) socket.on("error", () => socket.destroy());
});
let port = 0;

const listening = async (at: number) => {
  way.listen(at, "127.0.0.1");
  await once(way, "listening");
  return (way.address() as AddressInfo).port;
};

beforeAll(async () => {
  port = await listening(0);
  way.close();
  uri.host = `127.0.0.1:${port}`;
});
afterAll(async () => {
  way.close();
  await database.drop();
});
const config = () => ({ ...database, MONGODB_URI: uri.href });

test("waits for the database at the start", async () => {
  const warn = vi.spyOn(silentLogger, "warn").mockImplementation(() => {
    if (!way.listening) way.listen(port, "127.0.0.1");
  });
  const mongo = await awaitMongo(config(), silentLogger);
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ pauseMs: 250 }),
    "connecting to mongodb failed, retrying",
  );
  expect(await mongo.db?.command({ ping: 1 })).toMatchObject({ ok: 1 });
  await mongo.close();
  warn.mockRestore();
});

test("names the database when the wait fails", async () => {
  const nowhere = { ...database, MONGODB_URI: "mongodb://127.0.0.1:1/?directConnection=true" };
  const error = await awaitMongo(nowhere, silentLogger, 1).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/MongoDB could not be reached within 0 s/);
  expect(isDatabaseAway(error)).toBe(true);
});
