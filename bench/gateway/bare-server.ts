import { createServer } from "node:http";

/** A minimal Node server: the services behind the compared proxies. */
const answers = {
  "/internal/credentials": { userId: "bench", passwordChangedAt: null },
  "/me": {
    username: "bench",
    email: "bench@example.org",
    phone: null,
    profilePicture: null,
    voicePreference: "female",
    language: "fr",
    stripeSubscriptionId: null,
    whatsappConnected: false,
    emailVerified: true,
    pendingEmail: null,
    passwordChangedAt: null,
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

const server = createServer((req, res) => {
  req.resume();
  const body = bodies.get(req.url ?? "") ?? usual;
  res.writeHead(200, {
    "content-type": "application/json",
    "content-length": String(body.length),
  });
  res.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env["PORT"]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
