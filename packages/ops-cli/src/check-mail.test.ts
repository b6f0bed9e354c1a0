import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailServer } from "./check-mail.ts";

let server: Server;
/** Knows one password, and no TLS. */
beforeAll(async () => {
  server = createServer((socket) => {
    const right = Buffer.from("\0news\0right").toString("base64");
    const answerTo = (line: string): string => {
      if (line.startsWith("EHLO")) return "250-localhost\r\n250 AUTH PLAIN";
      if (line.startsWith("AUTH"))
        return line.endsWith(right) ? "235 welcome" : "535 news@a.example";
      return line.startsWith("STARTTLS") ? "502 unknown" : "221 bye";
    };
    socket.write("220 localhost\r\n");
    socket.on("data", (data) => socket.write(`${answerTo(String(data).trim())}\r\n`));
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

const result = (password: string, isProduction: boolean) => {
  const { port } = server.address() as AddressInfo;
  return mailServer(`smtp://news:${password}@127.0.0.1:${port}`, isProduction).then(
    ({ message }) => message,
    ({ message }: Error) => message,
  );
};

test("logs in at the mail server", async () => {
  expect(await result("right", false)).toBe("the mail server takes the log-in");
});

test("reports a refused password without the words of the server", async () => {
  const found = await result("wrong", false);
  expect(found).toContain("(EAUTH 535): check SMTP_URL");
  expect(found).not.toMatch(/wrong|@/u);
});

test("requires TLS in production", async () => {
  expect(await result("right", true)).toContain("(ETLS");
});
