import { act } from "@testing-library/react";
import { http, HttpResponse, type HttpResponseResolver } from "msw";
import { vi } from "vitest";
import { requestTimeoutMs } from "../config/constants.ts";
import { gateway } from "./gateway.ts";

export interface Failure {
  name: string;
  message?: string;
  /** Fails only where the page reads the response body; other pages see a success. */
  onlyIfRead?: true;
  respond: HttpResponseResolver;
}

const message = "Panne de l’autre côté.";
const refusal = (status: number, code: string, headers = {}) =>
  HttpResponse.json({ message, code, requestId: "1" }, { status, headers });
const proxyPage = (status: number) => HttpResponse.html("<h1>Bad gateway</h1>", { status });
const asJson = { headers: { "content-type": "application/json" } };

/** Pending requests that get no response until they are aborted. */
const pending = new Set<Request>();
const noResponse: HttpResponseResolver = ({ request }) =>
  new Promise((resolve) => {
    pending.add(request);
    request.signal.addEventListener("abort", () => {
      pending.delete(request);
      resolve(HttpResponse.error());
    });
  });

export const internalError: Failure = {
  name: "an error",
  message,
  respond: () => refusal(500, "INTERNAL"),
};

/** All kinds of failure, except the end of the session. */
export const everyFailure: Failure[] = [
  internalError,
  { name: "not found", message, respond: () => refusal(404, "NOT_FOUND") },
  {
    name: "too many calls",
    message,
    respond: () => refusal(429, "TOO_MANY_REQUESTS", { "retry-after": "30" }),
  },
  { name: "a proxy’s error", respond: () => proxyPage(503) },
  { name: "a lost network", respond: () => HttpResponse.error() },
  { name: "no response", respond: noResponse },
  { name: "half a response", respond: () => new HttpResponse('{"success": true, "hi', asJson) },
  { name: "a page instead of JSON", onlyIfRead: true, respond: () => proxyPage(200) },
  { name: "an empty response", onlyIfRead: true, respond: () => HttpResponse.json(null) },
  { name: "another shape", onlyIfRead: true, respond: () => HttpResponse.json([1]) },
];

const checksAll = Boolean(process.env["CHECK_ALL"]);

/**
 * Some failures for one of many cases: two, other ones for the next case, so that together the cases meet every failure.
 * With CHECK_ALL=1, as every night, each case gets all.
 */
export function someFailures(failures: Failure[], caseIndex: number): Failure[] {
  if (checksAll) return failures;
  const start = 2 * caseIndex;
  return [start, start + 1].flatMap((at) => failures[at % failures.length] ?? []);
}

export const endOfSession: Failure = {
  name: "the end of the session",
  respond: () => refusal(401, "UNAUTHENTICATED"),
};

/** Makes a call such as « PATCH user/preferences » fail, until the handlers are reset. */
export function fail(call: string, failure: Failure): void {
  pending.clear();
  const [method, path] = call.split(" ");
  const verb = method?.toLowerCase() as "get" | "post" | "patch" | "delete";
  gateway.server.use(http[verb](`*/api/${path}`, failure.respond));
}

/** Checks one failure after another; an error names the failure. */
export async function forEach(
  failures: Failure[],
  check: (failure: Failure, index: number) => Promise<void>,
): Promise<void> {
  for (const [index, failure] of failures.entries()) {
    try {
      await check(failure, index);
    } catch (error) {
      throw new Error(`with ${failure.name}: ${String(error)}`, { cause: error });
    }
  }
}

/** Call it before a page sends requests, so that a test can end their timeouts immediately. */
export function installFakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
}

/** Waits until the check passes. Requests that get no response time out by fake timers. */
export async function waitWithFakeTimers(check: () => void): Promise<void> {
  await vi.waitFor(
    async () => {
      try {
        check();
      } catch (notYet) {
        if (pending.size > 0) await act(() => vi.advanceTimersByTimeAsync(requestTimeoutMs));
        throw notYet;
      }
    },
    { timeout: 20_000, interval: 5 },
  );
}
