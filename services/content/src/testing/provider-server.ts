import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "@matinale/kit/testing";
import { afterAll, beforeAll, beforeEach } from "vitest";

type Answer = (res: ServerResponse) => unknown;

export const jsonAnswer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (res) =>
    res
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));

/**
 * A provider's server for the tests of one file. It records the requests of each test, and answers them as the test says.
 *
 * @returns `url`, which is known in hooks and tests; `answer`, to be set by tests; `requests` of the test
 */
export function providerServer<Body>() {
  const requests: { headers: IncomingHttpHeaders; body: Body }[] = [];
  const answer: Answer = (res) => res.writeHead(500).end();
  const provider = { url: "", answer, requests };
  let server: Awaited<ReturnType<typeof listen>> | undefined;
  beforeAll(async () => {
    server = await listen((req, res) => {
      void json(req).then((body) => {
        requests.push({ headers: req.headers, body: body as Body });
        return provider.answer(res);
      });
    });
    provider.url = server.url;
  });
  beforeEach(() => void requests.splice(0));
  afterAll(() => server?.close());
  return provider;
}
