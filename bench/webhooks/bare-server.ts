import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

/** The reference: checks the signature, parses the JSON and answers. It stores nothing. */
const { PORT, APP_SECRET = "" } = process.env;
createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const body = Buffer.concat(chunks);
    const expected = `sha256=${createHmac("sha256", APP_SECRET).update(body).digest("hex")}`;
    const given = Buffer.from(String(req.headers["x-hub-signature-256"]));
    const known = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
    JSON.parse(body.toString());
    const answer = '{"received":true}';
    res.writeHead(known ? 200 : 403, { "content-length": String(answer.length) }).end(answer);
  });
}).listen(Number(PORT), "127.0.0.1");
