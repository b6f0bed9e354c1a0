import { nonconformity } from "@matinale/contracts/api";
import { identityHeader, signIdentity } from "../identity.ts";
import { testSecret } from "./secret.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else the text. */
  body: unknown;
}

interface Call {
  /** A user's id, or "service:<name>"; nobody when absent. */
  as?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with whatever type `headers` says. */
  raw?: string;
  headers?: Record<string, string>;
}

/**
 * Calls a service as the gateway does: `call("PATCH /user/profile", { as: userId, body })`.
 *
 * @throws when an answer is not what the API's description says
 */
export const caller =
  (url: string, audience: string) =>
  async (line: `${string} /${string}`, options: Call = {}): Promise<Answer> => {
    const [method = "GET", path = "/"] = line.split(" ");
    const { as: subject, body, raw } = options;
    const headers = new Headers(options.headers);
    if (subject !== undefined) {
      headers.set(identityHeader, await signIdentity({ subject, audience, secret: testSecret }));
    }
    const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
    if (sent !== null && !headers.has("content-type")) {
      headers.set("content-type", "application/json");
    }
    const response = await fetch(url + path, { method, headers, body: sent });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
    // a service answers only its part of what the gateway puts together
    const difference = path === "/me" ? null : nonconformity(method, path, answer);
    if (difference !== null) throw new Error(difference);
    return answer;
  };
