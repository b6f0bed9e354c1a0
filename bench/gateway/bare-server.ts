import { createServer } from "node:http";

/** A minimal Node server: the reference, and the service behind the compared proxies. */
const answers = {
  "/internal/credentials": { userId: "bench" },
  "/me": {
    username: "bench",
    email: "bench@example.org",
    phone: null,
    profilePicture: null,
    voicePreference: "female",
    language: "fr",
    stripeSubscriptionId: null,
    whatsappConnected: false,
  },
};
const bodies = new Map(
  Object.entries(answers).map(([path, answer]) => [path, Buffer.from(JSON.stringify(answer))]),
);
const usual = Buffer.from(
  JSON.stringify({
    history: Array.from({ length: 12 }, (_, n) => ({
      id: `delivery-${n}`,
      content: "The news of the day, cut at fifty characters…",
    })),
  }),
);

const block = Buffer.alloc(64 * 1024, 1);
const mediaBytes = Number(process.env["MEDIA_BYTES"] ?? 16 * 1024 * 1024);

const server = createServer((req, res) => {
  req.resume();
  const path = req.url ?? "";
  if (!path.startsWith("/media/")) {
    const body = bodies.get(path) ?? usual;
    res.writeHead(200, {
      "content-type": "application/json",
      "content-length": String(body.length),
    });
    res.end(body);
    return;
  }
  res.writeHead(200, { "content-type": "audio/mpeg", "content-length": String(mediaBytes) });
  let left = mediaBytes;
  const more = () => {
    while (left > 0) {
      const piece = left < block.length ? block.subarray(0, left) : block;
      left -= piece.length;
      if (!res.write(piece)) return res.once("drain", more);
    }
    return res.end();
  };
  more();
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env["PORT"]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
