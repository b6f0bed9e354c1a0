import { createServer } from "node:http";
import { setPriority } from "node:os";
import { listening } from "../../dev/simulator/src/testing/listening.ts";
import type { ProviderCall, Request } from "./provider.ts";

/** The server of `benchProvider`. */
const calls: ProviderCall[] = [];
let perSecond = Number.POSITIVE_INFINITY;
let media = 0;
/** Times of the accepted calls, oldest first. */
const taken: number[] = [];

const take = (now: number): boolean => {
  if (now - (taken.at(-perSecond) ?? Number.NEGATIVE_INFINITY) < 1_000) return false;
  taken.push(now);
  return true;
};

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const answer = (status: number, body: string) =>
      res.writeHead(status, { "content-type": "application/json" }).end(body);
    if (req.method === "GET") return answer(200, '{"id":"1"}');
    if (req.url?.endsWith("/media")) return answer(200, `{"id":"${9_000 + (media += 1)}"}`);
    const text = Buffer.concat(chunks).toString();
    const reference = /"biz_opaque_callback_data":"([^"]*)"/.exec(text)?.[1] ?? "";
    const at = Date.now();
    const accepted = take(performance.now());
    calls.push({ at, reference, accepted });
    if (!accepted) return answer(429, '{"error":{"code":130429}}');
    return answer(200, `{"messages":[{"id":"wamid.${calls.length}"}]}`);
  });
});
// a real provider shares no processor with us; only root may ask for this
if (process.getuid?.() === 0) setPriority(-10);
const { url } = await listening(server);

process.on("message", (request: Request) => {
  if (request !== "counts") {
    calls.length = 0;
    taken.length = 0;
    media = 0;
    perSecond = request.begin;
  }
  process.send?.({ calls, uploads: media });
});
process.once("disconnect", () => process.exit());
process.send?.(url);
