import type { BodyOf, Endpoint, ResponseOf } from "@matinale/contracts/browser";

/** A client of the app's API: keeps the session cookie and sends the header that state-changing requests need. */
export function createAppClient(app: string) {
  let cookie = "";
  const call = async <Name extends Endpoint>(name: Name, sent?: BodyOf<Name>) => {
    const [method = "", path] = name.split(" ");
    const response = await fetch(`${app}/api${path}`, {
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
    // null for what is no JSON; of another type when the call was refused
    const body = (await response.json().catch(() => null)) as ResponseOf<Name>;
    return { status: response.status, body };
  };
  return {
    cookie: () => cookie,
    call,
    /** @returns the body of the response @throws Error  unless its status is 2xx */
    async expect<Name extends Endpoint>(
      name: Name,
      sent?: BodyOf<Name>,
    ): Promise<ResponseOf<Name>> {
      const { status, body } = await call(name, sent);
      if (status >= 200 && status < 300) return body;
      throw new Error(`${name} failed with status ${status}: ${JSON.stringify(body)}`);
    },
  };
}
export type AppClient = ReturnType<typeof createAppClient>;
