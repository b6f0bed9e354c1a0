import { nonconformity } from "@matinale/contracts/testing";
import { identityHeader, signIdentity } from "../identity.ts";
import { testSecret } from "./secret.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else the text. */
  body: unknown;
}

interface Call {
  /** A user's id, or "service:<name>"; without it the request has no identity. */
  as?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with the content-type in `headers`. */
  raw?: string;
  headers?: Record<string, string>;
}

/** Calls a service as the gateway does: `call("GET /me", { as: userId })`. @throws for a response unlike the API's */
export const caller =
  (url: string, audience: string) =>
  async (line: `${string} /${string}`, options: Call = {}): Promise<Answer> => {
    const [method = "GET", path = "/"] = line.split(" ");
    const { as: subject, body, raw } = options;
    const headers = new Headers(options.headers);
    if (subject !== undefined) {
      headers.set(identityHeader, await signIdentity({ subject, audience, secret: testSecret }));
    }
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body));
    if (payload !== null && !headers.has("content-type")) {
      headers.set("content-type", "application/json");
    }
    const response = await fetch(url + path, { method, headers, body: payload });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const result = {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
    // the gateway composes /me from the responses of several services
    const difference = path === "/me" ? null : nonconformity(method, path, result);
    if (difference !== null) throw new Error(difference);
    return result;
  };
