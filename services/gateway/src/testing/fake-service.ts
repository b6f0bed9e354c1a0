import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@matinale/kit/testing";

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** True when the caller closed the connection before the response was complete. */
  abandoned: boolean;
}

type Answer = (request: Received, res: ServerResponse) => void;

/** A service that records its requests and answers with the test's `answer`. */
export interface FakeService {
  url: string;
  received: Received[];
  answer: Answer;
  close(): Promise<void>;
}

export const json = (res: ServerResponse, status: number, body: unknown): void => {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

export async function fakeService(answer?: Answer): Promise<FakeService> {
  const echo: Answer = (request, res) => json(res, 200, request);
  const server = await listen(async (req, res) => {
    const received: Received = {
      method: req.method ?? "",
      url: req.url ?? "",
      headers: req.headers,
      body: "",
      abandoned: false,
    };
    fake.received.push(received);
    res.once("close", () => {
      received.abandoned = !res.writableFinished;
    });
    try {
      received.body = await text(req);
    } catch {
      // the caller closed the connection in the middle of its request: see `abandoned`
      return;
    }
    fake.answer(received, res);
  });
  const fake: FakeService = { ...server, received: [], answer: answer ?? echo };
  return fake;
}
