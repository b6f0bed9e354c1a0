import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("has defaults for every variable", () => {
  expect(readConfig({ WEBHOOK_URL: "" })).toMatchObject({
    HOST: "127.0.0.1",
    PHONE_PORT: 8025,
    MAIL_PORT: 1025,
    WHATSAPP_PHONE_NUMBER_ID: "100000000000001",
  });
});

test("an error lists every invalid variable without its value", () => {
  const invalid = { PHONE_PORT: "eighty", WEBHOOK_URL: "nowhere", WHATSAPP_BUSINESS_NUMBER: "+33" };
  const problems = /PHONE_PORT[^]*WEBHOOK_URL[^]*WHATSAPP_BUSINESS_NUMBER/;
  expect(() => readConfig(invalid)).toThrow(problems);
  expect(() => readConfig(invalid)).not.toThrow(/eighty|nowhere/);
});
