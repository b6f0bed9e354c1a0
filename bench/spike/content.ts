import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBus, record, subscription } from "@matinale/bus";
import { createLogger } from "@matinale/kit";

/** Answers each request with one text and one sound that all share: what content does for equal digests. */
export async function benchContent(kafka: { KAFKA_BROKERS: string[]; KAFKA_PREFIX: string }) {
  const logger = createLogger({ service: "bench", level: "fatal" });
  const bus = createBus(kafka, { service: "bench", logger });
  const sha256 = "b".repeat(64);
  let composed = 0;
  const workers = bus.consume([
    subscription({
      handler: "compose",
      topic: "digest.requested",
      handle: async (events) => {
        const answers = events.flatMap(({ message }) =>
          message === null
            ? []
            : record("audio.ready", {
                digestId: message.digestId,
                userId: message.userId,
                texts: ["Votre digest. ".repeat(60)],
                audio: [
                  {
                    mediaKey: sha256,
                    sha256,
                    mime: "audio/ogg; codecs=opus",
                    bytes: 10,
                    durationMs: 1_000,
                  },
                ],
                stories: [{ storyId: "s", category: "politics", title: "t" }],
                audioMissing: "",
              }),
        );
        await bus.publish(answers);
        composed += answers.length;
      },
    }),
  ]);
  await Promise.all(workers.map((worker) => worker.start()));
  const server = createServer((_req, res) => res.end(Buffer.from("OggS-sound")));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    composed: () => composed,
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await bus.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
