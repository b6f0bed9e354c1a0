/** A browser's side of the app's API: keeps the session cookie, sends the header that marks our own requests. */
export interface AppClient {
  post(path: string, body: unknown): Promise<Answer>;
  /** @throws Error unless the answer is 2xx */
  expect(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<unknown>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export function signedOut(app: string): AppClient {
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${app}${path}`, {
      method,
      headers: {
        "X-Requested-With": "XMLHttpRequest",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(cookie ? { Cookie: cookie } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const [fresh] = answer.headers.getSetCookie();
    if (fresh) cookie = fresh.split(";")[0] ?? "";
    const text = await answer.text();
    return { status: answer.status, body: parse(text) };
  };
  return {
    post: (path, body) => call("POST", path, body),
    async expect(method, path, body) {
      const answer = await call(method, path, body);
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      throw new Error(
        `${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`,
      );
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
