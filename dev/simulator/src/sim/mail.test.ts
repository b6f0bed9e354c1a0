import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import type { ReceivedMail } from "../mail/inbox.ts";
import type { Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

let simulator: Running;
simulatorForTests((started) => (simulator = started));

const mail = {
  from: "Matinale <bonjour@matinale.test>",
  to: "Ada@example.com",
  subject: "Vérifiez votre adresse",
  text: "Bonjour Ada, ça marche.",
  html: '<html><head></head><body><a href="https://matinale.test/a?x=1&amp;y=2">A</a> <a href="https://matinale.test/a?x=1&amp;y=2">A</a> <a class="b" href="https://matinale.test/b">B</a></body></html>',
};
const send = (changes: object = {}) => {
  const transport = createTransport(simulator.smtpUrl);
  return transport.sendMail({ ...mail, ...changes }).finally(() => transport.close());
};
const inbox = async (query = "") =>
  (await simulator.sim<ReceivedMail[]>("GET", `/mail${query}`)).body;

test("shows a mail with its texts and the addresses of its links", async () => {
  await send();
  expect(await inbox("?to=ada@example.com")).toEqual([
    {
      id: expect.any(String),
      messageId: expect.stringMatching(/^<.+@.+>$/),
      from: "bonjour@matinale.test",
      to: ["Ada@example.com"],
      subject: mail.subject,
      text: expect.stringContaining(mail.text),
      html: expect.stringContaining("<body>"),
      receivedAt: simulator.clock.now,
      links: ["https://matinale.test/a?x=1&y=2", "https://matinale.test/b"],
    },
  ]);
  expect(await inbox("?to=grace@example.com")).toEqual([]);
});

test("lists mails oldest first until the state is cleared", async () => {
  await send({ subject: "one" });
  await send({ subject: "two", to: "grace@example.com" });
  expect((await inbox()).map(({ subject }) => subject)).toEqual(["one", "two"]);
  await simulator.sim("DELETE", "/state");
  expect(await inbox()).toEqual([]);
});

test("refuses a mail of more than 1 MiB", async () => {
  await expect(send({ text: "x".repeat(2 ** 20 + 1) })).rejects.toMatchObject({
    responseCode: 552,
  });
  expect(await inbox()).toEqual([]);
});

test("serves the HTML of a mail without scripts, and its links open a new tab", async () => {
  await send();
  const [received] = await inbox();
  const answer = await fetch(`${simulator.url}/sim/mail/${received?.id}/html`);
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^sandbox allow-popups .*default-src 'none'/,
  );
  expect(await answer.text()).toContain('<base target="_blank">');
  expect((await simulator.sim("GET", "/mail/none/html")).status).toBe(404);
});

test("refuses mail with the code of the fault, as often as it says", async () => {
  await simulator.sim("PUT", "/faults", { mailCode: 451, times: 1 });
  await expect(send()).rejects.toMatchObject({ responseCode: 451 });
  await send();
  await simulator.sim("PUT", "/faults", { mailCode: 550 });
  await expect(send()).rejects.toMatchObject({ responseCode: 550 });
  expect(await inbox()).toHaveLength(1);
});
