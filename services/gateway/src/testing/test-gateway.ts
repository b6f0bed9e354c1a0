import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { connect } from "node:net";
import { nonconformity } from "@matinale/contracts/testing";
import { listen, silentLogger, testProduct, testRedisUrl, testSecret } from "@matinale/kit/testing";
import { vi } from "vitest";
import { createGateway } from "../service.ts";
import { closeUpstreams } from "../clients/upstreams.ts";
import type { Config } from "../config.ts";
import { services, type ServiceName } from "../domain/services.ts";
import { answerMalformedRequests, parserOptions } from "../middleware/malformed-requests.ts";
import { fakeService, json, type FakeService } from "./fake-service.ts";

export const person = { email: "ada@example.org", password: "a good password", userId: "user-ada" };
export const profile = {
  username: "ada",
  email: person.email,
  phone: "+33600000001",
  profilePicture: null,
  voicePreference: "male",
  language: "fr",
  emailVerified: true,
  pendingEmail: null,
};

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export type TestGateway = Awaited<ReturnType<typeof testGateway>>;

/** The Redis of the test run with a key prefix that no other test uses. */
export const ownRedisUrl = (): URL => {
  const url = new URL(testRedisUrl());
  url.searchParams.set("keyPrefix", `${randomUUID()}:`);
  return url;
};

/** Identity with one account; the other fake services answer with the request that they received. */
const asIdentity: FakeService["answer"] = (request, res) => {
  if (request.url === "/me") return json(res, 200, { ...profile, passwordChangedAt: null });
  if (request.url !== "/internal/credentials") return json(res, 200, request);
  const { email, password } = JSON.parse(request.body) as typeof person;
  if (email === person.email && password === person.password) {
    return json(res, 200, { userId: person.userId, passwordChangedAt: null });
  }
  const message = "Invalid email or password";
  return json(res, 401, { message, code: "INVALID_CREDENTIALS", requestId: "r" });
};

/** Paths that the gateway itself answers. Other successful responses come from fake services. */
const gatewayPaths = new Set(["/api/login", "/api/logout", "/api/me", "/api/user", "/api/product"]);

/** @throws when a response of the gateway does not match the description of the API */
function assertConforms(method: string, path: string, answer: Answer): void {
  const [bare = ""] = path.split("?");
  if (answer.status < 400 && !gatewayPaths.has(bare)) return;
  const difference = nonconformity(method, bare.replace(/^\/api/, ""), answer);
  if (difference !== null) throw new Error(difference);
}

export const cookieOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

export async function testGateway(overrides: Partial<Config> = {}) {
  const fakes = Object.fromEntries(
    await Promise.all(
      services.map(async (name) => [
        name,
        await fakeService(name === "identity" ? asIdentity : undefined),
      ]),
    ),
  ) as Record<ServiceName, FakeService>;
  const config: Config = {
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    HOST: "127.0.0.1",
    PORT: 0,
    METRICS_PORT: 0,
    DRAIN_MS: 0,
    INTERNAL_TOKEN_SECRET: testSecret,
    PRODUCT_FILE: testProduct,
    PUBLIC_URL: "http://matinale.test",
    SEND_MAIL: "on",
    REDIS_URL: ownRedisUrl().href,
    SESSION_SECRET: ["session-secret-session-secret-session"],
    IDENTITY_URL: fakes.identity.url,
    PREFERENCES_URL: fakes.preferences.url,
    BILLING_URL: fakes.billing.url,
    CONTENT_URL: fakes.content.url,
    DELIVERY_URL: fakes.delivery.url,
    WEB_DIST: "/nonexistent",
    TRUSTED_PROXIES: [],
    KEEP_ALIVE_SECONDS: 75,
    CALLS_PER_ADDRESS: 100_000,
    SIGNUPS_PER_ADDRESS: 1000,
    CHANGES_PER_USER: 1000,
    COSTLY_CALLS_PER_USER: 1000,
    PREVIEWS_PER_USER: 1000,
    PICTURES_PER_USER: 1000,
    EXPORTS_PER_USER: 1000,
    RECOVERIES_PER_ADDRESS: 1000,
    MAILS_PER_USER: 1000,
    CONTACT_MESSAGES_PER_SENDER: 1000,
    RESETS_PER_ACCOUNT: 1000,
    LOGIN_FAILURES_PER_ADDRESS: 1000,
    LOGIN_FAILURES_PER_ACCOUNT: 1000,
    ...overrides,
  };
  const { redis, upstreams, app } = createGateway(config, silentLogger);
  const server = createServer(parserOptions, app);
  answerMalformedRequests(server);
  const { url, close } = await listen(server);
  if (overrides.REDIS_URL === undefined) {
    await vi.waitFor(() => redis.status === "ready" || Promise.reject(new Error(redis.status)));
  }

  /** Calls the gateway as Matinale's own pages do. */
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { "x-requested-with": "XMLHttpRequest", ...(init.headers as object) };
    const answer = await fetch(url + path, { ...init, headers });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    const seen = {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { text },
    };
    if (init.method !== "HEAD") assertConforms(init.method ?? "GET", path, seen);
    return seen;
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  return {
    url,
    redisUrl: config.REDIS_URL,
    redis,
    services: fakes,
    call,
    post,
    /** Logs in and returns the Cookie header that a browser would then send. */
    login: async (): Promise<string> => {
      const { email, password } = person;
      const answer = await post("/api/login", { email, password });
      if (answer.status !== 200) throw new Error(`log-in answered ${answer.status}`);
      return cookieOf(answer);
    },
    /** Sends these bytes and returns everything that came back until the connection closed. */
    raw: (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        let text = "";
        const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
        socket.setEncoding("utf8");
        socket.on("data", (chunk) => (text += String(chunk)));
        socket.on("close", () => resolve(text));
        socket.on("error", reject);
      }),
    close: async () => {
      redis.disconnect();
      await closeUpstreams(upstreams).close();
      await Promise.all(Object.values(fakes).map((fake) => fake.close()));
      await close();
    },
  };
}
