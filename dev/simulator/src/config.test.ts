import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("development needs no configuration", () => {
  expect(readConfig({ WEBHOOK_URL: "" })).toMatchObject({
    host: "127.0.0.1",
    port: 8025,
    webhookUrl: undefined,
    phoneNumberId: "100000000000001",
  });
});

test("every problem is named, and no value shown", () => {
  const broken = { PHONE_PORT: "eighty", WEBHOOK_URL: "nowhere", WHATSAPP_BUSINESS_NUMBER: "+33" };
  const problems = /PHONE_PORT[^]*WEBHOOK_URL[^]*WHATSAPP_BUSINESS_NUMBER/;
  expect(() => readConfig(broken)).toThrow(problems);
  expect(() => readConfig(broken)).not.toThrow(/eighty|nowhere/);
});
