import { json } from "node:stream/consumers";
import { listen } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modelAndVoiceChecks } from "./check-voices.ts";

const googleVoices = [
  "fr-FR-Chirp3-HD-Kore",
  "fr-FR-Chirp3-HD-Charon",
  "en-GB-Chirp3-HD-Kore",
  "en-GB-Chirp3-HD-Charon",
];
const models: Record<string, string | null> = {
  "gpt-6-luna": null,
  "gpt-6-astra": null,
  "gpt-4o-mini-tts": "2027-01-06",
};

let maySpeak = true;
let mayWrite = true;
let providers: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  providers = await listen(async (req, res) => {
    const path = req.url ?? "";
    const name = path.replace("/v1/models/", "");
    const isModel = Object.hasOwn(models, name);
    const isRefused = req.headers.authorization === "Bearer sk-revoked";
    if (path === "/v1/text:synthesize") {
      const { voice } = (await json(req)) as { voice: { name: string } };
      res.writeHead(maySpeak ? (googleVoices.includes(voice.name) ? 200 : 400) : 403).end("{}");
    } else if (path === "/v1/chat/completions") {
      const asked = (await json(req)) as Record<string, unknown>;
      const isAllowed = asked["model"] !== "gpt-6-astra" || asked["reasoning_effort"] !== "none";
      res.writeHead(mayWrite ? (isAllowed ? 200 : 400) : 429).end("{}");
    } else {
      res.writeHead(isRefused ? 401 : isModel ? 200 : 404);
      res.end(JSON.stringify({ id: name, shutdown_date: models[name] }));
    }
  });
});
afterAll(() => providers.close());

/** The result of one check: what it says, or why it failed. */
async function resultOf(name: string, env: Record<string, string>) {
  const check = modelAndVoiceChecks(env).find((each) => each.name === name);
  if (check?.run === undefined) return `not set: ${check?.variable}`;
  return check.run().then(
    ({ message }) => `ok: ${message}`,
    (error: Error) => `failed: ${error.message}`,
  );
}
const openAi = () => ({ OPENAI_API_KEY: "sk-secret", OPENAI_BASE_URL: `${providers.url}/v1` });

test("names the model with its limits", async () => {
  expect(await resultOf("model", openAi())).toBe(
    "ok: gpt-6-luna, reasoning low, at most 5000000 tokens a day",
  );
  expect(await resultOf("model", {})).toContain("not set: OPENAI_API_KEY");
});

test("gives the model the time that its request may take", () => {
  const [model] = modelAndVoiceChecks(openAi());
  expect(model).toMatchObject({ name: "model", limitMs: 25_000 });
});

test("says when the provider does not have the model, and never the key", async () => {
  const result = await resultOf("model", { ...openAi(), OPENAI_MODEL: "gpt-1" });
  expect(result).toMatch(/^failed: .* has no model gpt-1: set OPENAI_MODEL$/u);
  expect(result).not.toContain("sk-secret");
});

test("says when the provider refuses the key", async () => {
  const result = await resultOf("model", { ...openAi(), OPENAI_API_KEY: "sk-revoked" });
  expect(result).toMatch(/^failed: .* refuses the key: check OPENAI_API_KEY$/u);
});

test("has each voice of Google speak, and names those that Google does not have", async () => {
  const env = { TTS_ENDPOINT: providers.url, SPEECH_CHARACTERS_PER_DAY: "1000" };
  expect(await resultOf("voices", env)).toBe(
    `ok: google: ${googleVoices.join(", ")}; at most 1000 characters a day`,
  );
  const misspelled = {
    ...env,
    SPEECH_VOICE_FR_MALE: "fr-FR-Chirp3-HD-Sharon",
    SPEECH_VOICE_EN_MALE: "en-GB-Chirp3-HD-Sharon",
  };
  expect(await resultOf("voices", misspelled)).toContain(
    "failed: Google has no voice fr-FR-Chirp3-HD-Sharon, en-GB-Chirp3-HD-Sharon (400)",
  );
  expect(await resultOf("voices", {})).toContain("not set: GOOGLE_APPLICATION_CREDENTIALS");
});

test("names OpenAI’s voices, and when their model ends", async () => {
  const env = { ...openAi(), SPEECH_PROVIDER: "openai" };
  expect(await resultOf("voices", env)).toBe(
    "ok: openai, gpt-4o-mini-tts (ends on 2027-01-06: choose another SPEECH_MODEL before): marin, cedar; at most 2000000 characters a day",
  );
  expect(await resultOf("voices", { ...env, SPEECH_VOICE_FR_MALE: "unknown" })).toContain(
    "failed: SPEECH_VOICE_FR_MALE must be a voice of OpenAI",
  );
  expect(await resultOf("voices", { SPEECH_PROVIDER: "openai" })).toContain(
    "not set: OPENAI_API_KEY",
  );
});

test("says when the model does not have the reasoning effort", async () => {
  const astra = { ...openAi(), OPENAI_MODEL: "gpt-6-astra" };
  expect(await resultOf("model", astra)).toMatch(/^ok: gpt-6-astra, reasoning low/u);
  expect(await resultOf("model", { ...astra, OPENAI_REASONING_EFFORT: "none" })).toMatch(
    /^failed: .* refuses gpt-6-astra with reasoning none \(400\): set OPENAI_REASONING_EFFORT$/u,
  );
});

test("says when the model cannot be used although the key is known", async () => {
  mayWrite = false;
  expect(await resultOf("model", openAi())).toMatch(/^failed: .* refuses to write \(429\)/u);
  mayWrite = true;
});

test("says what is wrong with the configuration", async () => {
  for (const effort of ["huge", "minimal"]) {
    const wrong = { ...openAi(), OPENAI_REASONING_EFFORT: effort };
    expect(await resultOf("model", wrong)).toMatch(/^failed: .*\n.*OPENAI_REASONING_EFFORT/u);
  }
});

test("says when Google refuses to speak", async () => {
  maySpeak = false;
  expect(await resultOf("voices", { TTS_ENDPOINT: providers.url })).toMatch(
    /^failed: Google refuses to speak \(403\)/u,
  );
  maySpeak = true;
});
