import { act } from "@testing-library/react";
import { delay, http, HttpResponse, type HttpResponseResolver } from "msw";
import { vi } from "vitest";
import { requestTimeoutMs } from "../config/constants.ts";
import { gateway } from "./gateway.ts";

export interface Failure {
  name: string;
  /** What the server says itself, if it says something. */
  words?: string;
  /** Told only to those who read the answer: to others it is a success. */
  unread?: true;
  answer: HttpResponseResolver;
}

const words = "Panne de l’autre côté.";
const refusal = (status: number, code: string, headers = {}) =>
  HttpResponse.json({ message: words, code, requestId: "1" }, { status, headers });
const proxyPage = (status: number) => HttpResponse.html("<h1>Bad gateway</h1>", { status });
const asJson = { headers: { "content-type": "application/json" } };

/** Calls without an answer that somebody still waits for. */
const waiting = new Set<Request>();
const noAnswer: HttpResponseResolver = ({ request }) => {
  waiting.add(request);
  request.signal.addEventListener("abort", () => waiting.delete(request));
  return delay("infinite");
};

/** The ways in which a call fails, but for the end of a session. */
export const everyFailure: Failure[] = [
  { name: "an error", words, answer: () => refusal(500, "INTERNAL") },
  { name: "nothing there", words, answer: () => refusal(404, "NOT_FOUND") },
  {
    name: "too many calls",
    words,
    answer: () => refusal(429, "TOO_MANY_REQUESTS", { "retry-after": "30" }),
  },
  { name: "a proxy’s error", answer: () => proxyPage(503) },
  { name: "a lost network", answer: () => HttpResponse.error() },
  { name: "no answer", answer: noAnswer },
  { name: "half an answer", answer: () => new HttpResponse('{"success": true, "hi', asJson) },
  { name: "a page instead", unread: true, answer: () => proxyPage(200) },
  { name: "an empty answer", unread: true, answer: () => HttpResponse.json(null) },
];

export const endOfSession: Failure = {
  name: "the end of the session",
  answer: () => refusal(401, "UNAUTHENTICATED"),
};

/** « PATCH user/preferences » fails like that, until the handlers are reset. */
export function fail(call: string, failure: Failure): void {
  waiting.clear();
  const [method, path] = call.split(" ");
  const verb = method?.toLowerCase() as "get" | "post" | "patch" | "delete";
  gateway.server.use(http[verb](`*/api/${path}`, failure.answer));
}

/** One failure after another; the one that goes wrong is named. */
export async function forEach(
  failures: Failure[],
  see: (failure: Failure, place: number) => Promise<void>,
): Promise<void> {
  for (const [place, failure] of failures.entries()) {
    try {
      await see(failure, place);
    } catch (fault) {
      throw new Error(`with ${failure.name}: ${String(fault)}`, { cause: fault });
    }
  }
}

/** Before a page asks: its patience can then be over at once. */
export function installFakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
}

/** Waits until something is true; for what never answers, as long as pages wait for that. */
export async function waitWithFakeTimers(check: () => void): Promise<void> {
  await vi.waitFor(
    async () => {
      try {
        check();
      } catch (notYet) {
        if (waiting.size > 0) await act(() => vi.advanceTimersByTimeAsync(requestTimeoutMs));
        throw notYet;
      }
    },
    { timeout: 20_000, interval: 5 },
  );
}
