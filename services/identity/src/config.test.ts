import { ConfigError, parseConfig } from "@matinale/kit";
import { expect, test } from "vitest";
import { schema, smtpSettings } from "./config.ts";

const env = {
  PORT: "0",
  METRICS_PORT: "0",
  INTERNAL_TOKEN_SECRET: "i".repeat(32),
  TRIAL_HASH_SECRET: "t".repeat(32),
  MONGODB_URI: "mongodb://127.0.0.1",
  MONGODB_DATABASE: "matinale_identity",
  KAFKA_BROKERS: "127.0.0.1:9092",
  DELIVERY_URL: "http://delivery:8080",
};
const mail = {
  APP_URL: "https://matinale.example",
  SMTP_URL: "smtps://matinale:secret@mail.example",
  MAIL_FROM: "Matinale <bonjour@matinale.example>",
};
const problemsOf = (changes: Record<string, string>): readonly string[] => {
  try {
    parseConfig(schema, { ...env, ...changes });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((line) => line.split(":")[0] ?? "");
    throw error;
  }
  return [];
};
const settingsOf = (changes: Record<string, string>) =>
  smtpSettings(parseConfig(schema, { ...env, ...changes }));

test("production needs a mail server, a sender and the address of the site, unless SEND_MAIL=off", () => {
  expect(problemsOf(mail)).toEqual([]);
  expect(problemsOf({})).toEqual(["SMTP_URL", "MAIL_FROM", "APP_URL"]);
  expect(problemsOf({ SEND_MAIL: "off" })).toEqual([]);
  expect(problemsOf({ NODE_ENV: "development" })).toEqual([]);
});

test.each(["Matinale", "a@b\r\nBcc: c@d.example", "<@example.com>"])(
  "refuses %j as a sender",
  (MAIL_FROM) => {
    expect(problemsOf({ ...mail, MAIL_FROM })).toEqual(["MAIL_FROM"]);
  },
);

test.each(["bonjour@matinale.example", "Matinale, la revue <bonjour@matinale.example>"])(
  "accepts %j as a sender",
  (MAIL_FROM) => {
    expect(problemsOf({ ...mail, MAIL_FROM })).toEqual([]);
  },
);

test("sends only with TLS in production, and nothing without a server or with SEND_MAIL=off", () => {
  expect(settingsOf(mail)).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM, requireTls: true });
  expect(settingsOf({ ...mail, NODE_ENV: "development" })).toMatchObject({ requireTls: false });
  expect(settingsOf({ ...mail, SEND_MAIL: "off" })).toBeNull();
  expect(settingsOf({ NODE_ENV: "development" })).toBeNull();
});
