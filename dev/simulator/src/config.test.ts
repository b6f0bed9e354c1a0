import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("has defaults for every variable", () => {
  expect(readConfig({ WEBHOOK_URL: "" })).toMatchObject({
    host: "127.0.0.1",
    port: 8025,
    webhookUrl: undefined,
    phoneNumberId: "100000000000001",
  });
});

test("an error lists every invalid variable without its value", () => {
  const invalid = { PHONE_PORT: "eighty", WEBHOOK_URL: "nowhere", WHATSAPP_BUSINESS_NUMBER: "+33" };
  const problems = /PHONE_PORT[^]*WEBHOOK_URL[^]*WHATSAPP_BUSINESS_NUMBER/;
  expect(() => readConfig(invalid)).toThrow(problems);
  expect(() => readConfig(invalid)).not.toThrow(/eighty|nowhere/);
});
