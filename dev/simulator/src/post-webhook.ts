const TIMEOUT_MS = 10_000;

/** @returns the status of the response, or 0 when the endpoint is unreachable, too slow or `signal` is aborted */
export async function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<number> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "matinale-simulator",
        ...headers,
      },
      body,
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}
