/** A client of the app's API: keeps the session cookie and sends the header that state-changing requests need. */
export interface AppClient {
  post(path: string, body: unknown): Promise<ApiResponse>;
  /** @returns the body of the response @throws Error  unless its status is 2xx */
  expect(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<unknown>;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

export function createAppClient(app: string): AppClient {
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const response = await fetch(`${app}${path}`, {
      method,
      headers: {
        "X-Requested-With": "XMLHttpRequest",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(cookie ? { Cookie: cookie } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const [newCookie] = response.headers.getSetCookie();
    if (newCookie) cookie = newCookie.split(";")[0] ?? "";
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  };
  return {
    post: (path, body) => call("POST", path, body),
    async expect(method, path, body) {
      const response = await call(method, path, body);
      if (response.status >= 200 && response.status < 300) return response.body;
      throw new Error(
        `${method} ${path} failed with status ${response.status}: ${JSON.stringify(response.body)}`,
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
