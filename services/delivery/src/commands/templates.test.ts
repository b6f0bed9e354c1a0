import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { runProgram } from "@matinale/kit/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bodyOf, templates } from "../domain/conversation/templates.ts";

type Entry = { name: string; language: string; status: string; category: string };

let server: Server;
/** The templates of a simulated account; a submitted one is pending until `review` decides. */
let account: Entry[];
let submitted: unknown[];
const review = (decide: (entry: Entry) => string) =>
  (account = account.map((entry) => ({ ...entry, status: decide(entry) })));

beforeEach(async () => {
  [account, submitted] = [[], []];
  server = createServer((req, res) => {
    void (async () => {
      if (req.headers.authorization !== "Bearer token") return res.writeHead(401).end("no");
      if (req.method === "GET") return res.end(JSON.stringify({ data: account, paging: {} }));
      const body = (await json(req)) as Entry;
      submitted.push(body);
      account.push({ ...body, status: "PENDING" });
      return res.end(JSON.stringify({ id: "1", status: "PENDING" }));
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.close());

function submit(token = "token") {
  const { port } = server.address() as AddressInfo;
  const env = {
    WHATSAPP_API_URL: `http://127.0.0.1:${port}`,
    WHATSAPP_BUSINESS_ACCOUNT_ID: "200000000000001",
    WHATSAPP_TOKEN: token,
    APP_URL: "https://matinale.example",
  };
  const script = new URL("templates.ts", import.meta.url).pathname;
  return runProgram(script, ["submit"], env);
}

const everyTemplate = (): Entry[] =>
  Object.keys(templates).flatMap((name) =>
    ["fr", "en"].map((language) => ({ name, language, status: "PENDING", category: "UTILITY" })),
  );
const count = 2 * Object.keys(templates).length;

test("submits every template in both languages, and is done when all are approved", async () => {
  const first = await submit();
  expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining("PENDING") });
  expect(submitted).toHaveLength(count);
  expect(submitted).toContainEqual({
    name: "reset_code",
    language: "fr",
    category: "AUTHENTICATION",
    components: [
      { type: "BODY", add_security_recommendation: true },
      { type: "FOOTER", code_expiration_minutes: 10 },
      { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
    ],
  });
  expect(submitted).toContainEqual({
    name: "trial_ending",
    language: "en",
    category: "UTILITY",
    components: [
      {
        type: "BODY",
        text: bodyOf(templates.trial_ending, "en", "Matinale"),
        example: { body_text: [["Monday 30 November at 10am"]] },
      },
      {
        type: "BUTTONS",
        buttons: [
          { type: "URL", text: "Choose a plan", url: "https://matinale.example/subscribe" },
        ],
      },
    ],
  });

  review(() => "APPROVED");
  const second = await submit();
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining("are approved") });
  expect(submitted).toHaveLength(count);
});

test("submits only what the account lacks, and lists what was refused", async () => {
  account = everyTemplate().filter(({ name, language }) => name !== "opt_in" || language !== "fr");
  review(({ name }) => (name === "digest_ready" ? "REJECTED" : "APPROVED"));
  const { code, stdout } = await submit();
  expect(submitted).toMatchObject([{ name: "opt_in", language: "fr" }]);
  expect(stdout).toMatch(/digest_ready \(fr\): status\n.*\n +account: +REJECTED\n/);
  expect(code).toBe(1);
});

test("says why it cannot submit", async () => {
  const refused = await submit("another");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("answered 401") });
  expect(submitted).toEqual([]);
});
