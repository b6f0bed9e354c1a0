/** A client of the app's API: keeps the session cookie and sends the header that state-changing requests need. */
export function createAppClient(app: string) {
  let cookie = "";
  const call = async (method: string, path: string, sent?: unknown) => {
    const response = await fetch(`${app}${path}`, {
      method,
      headers: {
        "X-Requested-With": "XMLHttpRequest",
        ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
        ...(cookie ? { Cookie: cookie } : {}),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      signal: AbortSignal.timeout(60_000),
    });
    const [newCookie] = response.headers.getSetCookie();
    if (newCookie) cookie = newCookie.split(";")[0] ?? "";
    // null for what is no JSON
    const body: unknown = await response.json().catch(() => null);
    return { status: response.status, body };
  };
  return {
    cookie: () => cookie,
    post: (path: string, body: unknown) => call("POST", path, body),
    /** @returns the body of the response @throws Error  unless its status is 2xx */
    async expect(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<unknown> {
      const response = await call(method, path, body);
      if (response.status >= 200 && response.status < 300) return response.body;
      throw new Error(
        `${method} ${path} failed with status ${response.status}: ${JSON.stringify(response.body)}`,
      );
    },
  };
}
export type AppClient = ReturnType<typeof createAppClient>;
