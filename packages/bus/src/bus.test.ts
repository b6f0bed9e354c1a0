import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { startService } from "@matinale/kit";
import { silentLogger as logger } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { consumer, consumerGroup, createBus, record } from "./index.ts";

/** Its Kafka is down. */
const bus = createBus(
  { KAFKA_BROKERS: ["127.0.0.1:1"], KAFKA_PREFIX: "" },
  { service: "delivery", logger },
);
const handle = async () => undefined;

test("names a consumer group by service and topic", () => {
  expect(consumerGroup("delivery", "user.changed")).toBe("delivery.user.changed");
});

test("refuses two consumers of one topic", () => {
  const first = consumer({ topic: "user.changed", handle });
  const other = consumer({ topic: "audio.ready", handle });
  expect(() => bus.consume([first, other])).not.toThrow();
  expect(() => bus.consume([first, other, first])).toThrow(
    "delivery has two consumers of user.changed",
  );
});

test("starts and serves requests while Kafka is down, and refuses to publish", async () => {
  const service = await startService({
    name: "delivery",
    config: { HOST: "127.0.0.1", PORT: 0, METRICS_PORT: 0 },
    logger,
    app: (_req, res) => void res.end("ok"),
    consumers: bus.consume([consumer({ topic: "user.changed", handle })]),
    close: [bus],
  });
  expect((await fetch(`http://127.0.0.1:${service.port}`)).status).toBe(200);
  const changed = record("user.changed", { userId: "kept", version: 1n, language: "fr" });
  await expect(bus.publish([changed])).rejects.toThrow(/127.0.0.1:1/);
  await service.stop();
});

test("stops at once while it connects to a broker that does not answer", async () => {
  const silent = createServer();
  const connected = once(silent, "connection") as Promise<[Socket]>;
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const config = { KAFKA_BROKERS: [`127.0.0.1:${port}`], KAFKA_PREFIX: "" };
  const waiting = createBus(config, { service: "delivery", logger });
  const [worker] = waiting.consume([consumer({ topic: "user.changed", handle })]);
  await worker?.start();
  const [socket] = await connected;
  const stoppedAt = performance.now();
  await worker?.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(1_000);
  socket.destroy();
  silent.close();
});
