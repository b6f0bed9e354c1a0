import type { ServerResponse } from "node:http";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ModelError, type LanguageModel, type Tokens } from "../../domain/language-model.ts";
import { chatRequest } from "../../testing/openai-requests.ts";
import { jsonAnswer as json, providerServer } from "../../testing/provider-server.ts";
import { createOpenAiModel, type Effort } from "./openai-model.ts";

const provider = providerServer<Record<string, unknown>>();
const { requests } = provider;
const access = () => ({ apiKey: "sk-test", baseUrl: `${provider.url}/v1` });
let model: LanguageModel;
const completion = (message: Record<string, unknown>, finish = "stop") =>
  json(200, {
    choices: [{ index: 0, finish_reason: finish, message: { role: "assistant", ...message } }],
    usage: { prompt_tokens: 410, completion_tokens: 62, total_tokens: 472 },
  });
const problem = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: { message: "the key sk-secret said no", type: code, code } }, headers);

const prompt = { instructions: "Résume.", articles: "<articles>\n[]\n</articles>" };
const spent: Tokens[] = [];
const draft = (signal = new AbortController().signal) =>
  model.draft(prompt, { signal, spent: (tokens) => spent.push(tokens) });

beforeAll(() => {
  model = createOpenAiModel({ ...access(), model: "small", effort: "low" });
});
beforeEach(() => {
  spent.splice(0);
});

test("returns the structured draft and its token usage", async () => {
  const given = { headline: "Le pont rouvre", sentences: ["Il était fermé depuis trois ans."] };
  provider.answer = completion({ content: JSON.stringify(given) });
  expect(await draft()).toEqual(given);
  expect(spent).toEqual([{ input: 410, output: 62 }]);
  expect(requests[0]?.headers.authorization).toBe("Bearer sk-test");
  expect(requests[0]?.body).toMatchObject({
    model: "small",
    reasoning_effort: "low",
    store: false,
    messages: [
      { role: "system", content: "Résume." },
      { role: "user", content: "<articles>\n[]\n</articles>" },
    ],
    response_format: { type: "json_schema", json_schema: { strict: true } },
  });
  expect(model.live).toBe(false);
});

test.each([undefined, null, {}, { prompt_tokens: 410 }])(
  "reports no tokens of an answer with the usage %j",
  async (usage) => {
    const content = JSON.stringify({ headline: "Le pont rouvre", sentences: [] });
    const message = { role: "assistant", content };
    provider.answer = json(200, { choices: [{ index: 0, finish_reason: "stop", message }], usage });
    expect(await draft()).toMatchObject({ headline: "Le pont rouvre" });
    expect(spent).toEqual([]);
  },
);

test("sends requests that OpenAI’s API description allows, with more tokens for more reasoning", async () => {
  provider.answer = completion({ content: JSON.stringify({ headline: "H", sentences: [] }) });
  const efforts: Effort[] = ["none", "low", "medium"];
  for (const effort of efforts) {
    const reasoning = createOpenAiModel({ ...access(), model: "small", effort });
    await reasoning.draft(prompt, { signal: new AbortController().signal, spent: () => undefined });
  }
  for (const { body } of requests) expect(() => chatRequest.parse(body)).not.toThrow();
  expect(requests.map(({ body }) => body["reasoning_effort"])).toEqual(efforts);
  // a strict schema requires each of its properties
  const schema = {
    properties: { headline: {}, sentences: {} },
    required: ["headline", "sentences"],
  };
  expect(requests[0]?.body["response_format"]).toMatchObject({ json_schema: { schema } });
  const tokens = requests.map(({ body }) => Number(body["max_completion_tokens"]));
  expect(tokens).toEqual(tokens.toSorted((one, other) => one - other));
});

test.each([
  ["a refusal", completion({ content: null, refusal: "I cannot" }), "refusal", null],
  ["a filtered answer", completion({ content: "" }, "content_filter"), "refusal", null],
  [
    "an answer that is cut off",
    completion({ content: '{"headline":' }, "length"),
    "bad_output",
    null,
  ],
  ["prose", completion({ content: "Voici le résumé." }), "bad_output", null],
  ["another shape", completion({ content: '{"headline":1,"x":2}' }), "bad_output", null],
  ["no choice", json(200, { choices: [] }), "bad_output", null],
  [
    "a page",
    (res: ServerResponse) => res.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    "bad_output",
    null,
  ],
  ["a wrong key", problem(401, "invalid_api_key"), "credentials", null],
  ["a forbidden project", problem(403, "unsupported_country"), "credentials", null],
  [
    "too many requests",
    problem(429, "rate_limit_exceeded", { "retry-after": "7" }),
    "throttled",
    7_000,
  ],
  ["a used-up quota", problem(429, "insufficient_quota"), "quota", null],
  ["an empty balance", problem(429, "credit_balance_exhausted"), "quota", null],
  ["an unknown model", problem(404, "model_not_found"), "rejected", null],
  ["a server error", problem(500, "server_error"), "transient", null],
  ["a closed connection", (res: ServerResponse) => res.destroy(), "transient", null],
] as const)("maps %s to its failure", async (_name, given, failure, retryAfterMs) => {
  provider.answer = given;
  const error: unknown = await draft().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  expect(error).toMatchObject({ failure, retryAfterMs });
  expect((error as Error).message).not.toContain("sk-");
  expect(requests).toHaveLength(1);
});

test.each([
  ["before its answer", () => undefined],
  [
    "in the middle of the answer",
    (res: ServerResponse) => res.writeHead(200, { "content-type": "application/json" }).write("{"),
  ],
])("times out when the provider hangs %s", async (_name, begin) => {
  const aborting = new AbortController();
  provider.answer = (res) => {
    begin(res);
    aborting.abort();
  };
  await expect(draft(aborting.signal)).rejects.toMatchObject({ failure: "timeout" });
});
