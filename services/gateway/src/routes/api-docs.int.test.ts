import { expect, onTestFinished, test } from "vitest";
import { testGateway } from "../testing/test-gateway.ts";

test("serves the description of the API in development", async () => {
  const gateway = await testGateway({ NODE_ENV: "development" });
  onTestFinished(() => gateway.close());
  const page = await fetch(`${gateway.url}/api/docs`);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = await page.text();
  expect(html).toContain("<code>/api/user/preferences</code>");
  expect(html).not.toMatch(/<script|src=/);
  const document = await fetch(`${gateway.url}/api/docs/openapi.json`);
  expect(await document.json()).toMatchObject({ openapi: "3.1.0" });
});

test("serves no description of the API in production", async () => {
  const gateway = await testGateway({
    NODE_ENV: "production",
    PUBLIC_URL: "https://matinale.test",
  });
  onTestFinished(() => gateway.close());
  expect(await gateway.call("/api/docs")).toMatchObject({ status: 404 });
});
