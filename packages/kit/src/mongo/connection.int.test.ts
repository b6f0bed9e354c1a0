import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isDatabaseAway } from "../mongo-errors.ts";
import { awaitMongo, clockCheck, connectMongo } from "./connection.ts";
import { silentLogger, testDatabase } from "../testing/index.ts";

const database = testDatabase("kit");
const real = new URL(database.MONGODB_URI);
const uri = new URL(real);
/** A proxy to the database: while it does not listen, the database is down. */
const proxy = createServer((client) => {
  const server = connect(Number(real.port), real.hostname);
  client.pipe(server).pipe(client);
  for (const socket of [client, server]) socket.on("error", () => socket.destroy());
});
let port = 0;

const listen = async (at: number) => {
  proxy.listen(at, "127.0.0.1");
  await once(proxy, "listening");
  return (proxy.address() as AddressInfo).port;
};

beforeAll(async () => {
  port = await listen(0);
  proxy.close();
  uri.host = `127.0.0.1:${port}`;
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});
const config = () => ({ ...database, MONGODB_URI: uri.href });

test("waits for the database at the start", async () => {
  const warn = vi.spyOn(silentLogger, "warn").mockImplementation(() => {
    if (!proxy.listening) proxy.listen(port, "127.0.0.1");
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
  const unreachable = { ...database, MONGODB_URI: "mongodb://127.0.0.1:1/?directConnection=true" };
  const error = await awaitMongo(unreachable, silentLogger, 1).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/MongoDB could not be reached within 0 s/);
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([3_600_000, -3_600_000])("finds a clock that is %i ms off", async (ms) => {
  const mongo = await connectMongo(database);
  const { check } = clockCheck(mongo);
  await expect(check()).resolves.toBeUndefined();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  await expect(check()).rejects.toThrow(/differ by 3[56]\d{5} ms/);
  vi.useRealTimers();
  await mongo.close();
});

test("takes no late answer of the database for a wrong clock", async () => {
  const mongo = await connectMongo(database);
  vi.useFakeTimers({ toFake: ["Date"] });
  const checked = clockCheck(mongo).check();
  vi.setSystemTime(Date.now() + 17_000);
  await expect(checked).resolves.toBeUndefined();
  vi.useRealTimers();
  await mongo.close();
});
