import { expect, onTestFinished, test } from "vitest";
import { testGateway } from "../testing/test-gateway.ts";

test("serves the description of the API in development", async () => {
  const gateway = await testGateway({ NODE_ENV: "development" });
  onTestFinished(() => gateway.close());
  const page = await fetch(`${gateway.url}/api/docs`);
  expect(page.headers.get("content-type")).toMatch(/^text\/html; charset=utf-8$/i);
  const policy = page.headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  const html = await page.text();
  expect(html).not.toMatch(/https?:|<script>/);
  const scripts = [...html.matchAll(/src="([^"]+)"/g)].map(([, src = ""]) => src);
  expect(scripts).toContain("./swagger-initializer.js");
  for (const script of scripts) {
    const { status, headers } = await fetch(new URL(script, page.url));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/javascript/);
  }
  const initializer = await fetch(`${gateway.url}/api/docs/swagger-initializer.js`);
  expect(await initializer.text()).toContain('url: "openapi.json"');
  const document = await fetch(`${gateway.url}/api/docs/openapi.json`);
  expect(await document.json()).toMatchObject({ openapi: "3.1.0" });
});

test("serves only the document in production", async () => {
  const gateway = await testGateway({
    NODE_ENV: "production",
    PUBLIC_URL: "https://matinale.test",
  });
  onTestFinished(() => gateway.close());
  expect(await gateway.call("/api/docs")).toMatchObject({ status: 404 });
  expect(await gateway.call("/api/docs/swagger-ui.css")).toMatchObject({ status: 404 });
  expect(await gateway.call("/api/docs/openapi.json")).toMatchObject({
    status: 200,
    body: { openapi: "3.1.0" },
  });
});
