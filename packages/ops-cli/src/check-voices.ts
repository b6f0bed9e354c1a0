import { languages, voices } from "@matinale/contracts";
import {
  modelEnv,
  openAiServer,
  parseConfig,
  speechEnv,
  voiceNames,
  voiceProblems,
} from "@matinale/kit";
import { z } from "zod";
import {
  type Check,
  CheckFailed,
  checkOf,
  type CheckResult,
  type Env,
  request,
  timeoutMs,
} from "./check.ts";

const settings = z.object({ ...modelEnv, ...speechEnv });
type Settings = z.infer<typeof settings>;

const google = "https://texttospeech.googleapis.com";

const model = z.object({ shutdown_date: z.string().nullish() });

/** Asks OpenAI for a model. @returns the model's name, and its end when that is announced */
async function openAiModel(server: string, key: string, name: string, variable: string) {
  const url = `${server}/models/${encodeURIComponent(name)}`;
  const response = await request(url, { authorization: `Bearer ${key}` });
  if (response.status === 401 || response.status === 403) {
    throw new CheckFailed(`${new URL(server).host} refuses the key: check OPENAI_API_KEY`);
  }
  if (response.status === 404) {
    throw new CheckFailed(`${new URL(server).host} has no model ${name}: set ${variable}`);
  }
  if (!response.ok) {
    throw new CheckFailed(`${new URL(server).host} responds with ${response.status}`);
  }
  const end = model.parse(await response.json()).shutdown_date;
  return end ? `${name} (ends on ${end}: choose another ${variable} before)` : name;
}

/** A model reasons before it answers. Milliseconds. */
const answerMs = 20_000;

/** Has the model write one word: only this shows that it has the reasoning effort, and that the project may use it. */
async function writeOneWord(server: string, key: string, config: Settings): Promise<void> {
  const { OPENAI_MODEL: name, OPENAI_REASONING_EFFORT: effort } = config;
  const response = await fetch(`${server}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: name,
      reasoning_effort: effort,
      messages: [{ role: "user", content: "Reply with one word." }],
      max_completion_tokens: 1_000,
      store: false,
    }),
    signal: AbortSignal.timeout(answerMs),
  });
  const { host } = new URL(server);
  if (response.status === 400) {
    throw new CheckFailed(
      `${host} refuses ${name} with reasoning ${effort} (400): set OPENAI_REASONING_EFFORT`,
    );
  }
  if (!response.ok) {
    throw new CheckFailed(
      `${host} refuses to write (${response.status}): check the billing and the limits of the project`,
    );
  }
}

async function summaries(config: Settings, key: string): Promise<CheckResult> {
  const { OPENAI_MODEL: name, OPENAI_REASONING_EFFORT: effort } = config;
  const server = config.OPENAI_BASE_URL ?? openAiServer;
  const found = await openAiModel(server, key, name, "OPENAI_MODEL");
  await writeOneWord(server, key, config);
  const limit = `at most ${config.MODEL_TOKENS_PER_DAY} tokens a day`;
  return { message: `${found}, reasoning ${effort}, ${limit}` };
}

/** A token for the credentials of the environment, which the service uses too. */
async function googleToken(): Promise<string> {
  // only the image of the service that speaks contains this library
  const { GoogleAuth } = await import("google-auth-library");
  const scopes = "https://www.googleapis.com/auth/cloud-platform";
  return (await new GoogleAuth({ scopes }).getAccessToken()) ?? "";
}

/**
 * Has a voice of Google speak one word: only this shows that it exists and that the project may use it.
 *
 * @returns false when Google has no such voice
 */
async function canSpeak(
  server: string,
  headers: Readonly<Record<string, string>>,
  name: string,
): Promise<boolean> {
  const [language, country] = name.split("-");
  const response = await fetch(`${server}/v1/text:synthesize`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({
      input: { text: "Bonjour." },
      voice: { languageCode: `${language}-${country}`, name },
      audioConfig: { audioEncoding: "LINEAR16" },
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 400) return false;
  if (!response.ok) {
    throw new CheckFailed(
      `Google refuses to speak (${response.status}): enable Cloud Text-to-Speech and billing in the project`,
    );
  }
  return true;
}

async function spoken(config: Settings): Promise<CheckResult> {
  const [wrong] = voiceProblems(config);
  if (wrong !== undefined) throw new CheckFailed(`${wrong.variable} ${wrong.problem}`);
  const { SPEECH_PROVIDER: provider, TTS_ENDPOINT: endpoint, OPENAI_API_KEY: key } = config;
  const chosen = voiceNames(config);
  const names = [
    ...new Set(languages.flatMap((language) => voices.map((voice) => chosen[language][voice]))),
  ];
  const limit = `at most ${config.SPEECH_CHARACTERS_PER_DAY} characters a day`;
  if (provider === "openai") {
    const server = endpoint ?? config.OPENAI_BASE_URL ?? openAiServer;
    const found = await openAiModel(server, key ?? "none", config.SPEECH_MODEL, "SPEECH_MODEL");
    return { message: `openai, ${found}: ${names.join(", ")}; ${limit}` };
  }
  const server = (endpoint ?? google).replace(/\/+$/, "");
  const headers = endpoint === undefined ? { authorization: `Bearer ${await googleToken()}` } : {};
  const spoke = await Promise.all(names.map((name) => canSpeak(server, headers, name)));
  const unknown = names.filter((_, index) => spoke[index] === false);
  if (unknown.length > 0) {
    throw new CheckFailed(`Google has no voice ${unknown.join(", ")} (400): set SPEECH_VOICE_…`);
  }
  return { message: `google: ${names.join(", ")}; ${limit}` };
}

/** The model that writes summaries and the voices, each with its limit: whether their providers have them. */
export function modelAndVoiceChecks(env: Env): Check[] {
  const credentials =
    env["SPEECH_PROVIDER"] === "openai" ? "OPENAI_API_KEY" : "GOOGLE_APPLICATION_CREDENTIALS";
  const config = () => parseConfig(settings, env);
  return [
    {
      ...checkOf(
        "model",
        env["OPENAI_API_KEY"],
        "OPENAI_API_KEY; summaries are written without a model",
        async (key) => summaries(config(), key),
      ),
      limitMs: timeoutMs + answerMs,
    },
    checkOf(
      "voices",
      env[credentials] || env["TTS_ENDPOINT"],
      `${credentials}; digests are text only`,
      async () => spoken(config()),
    ),
  ];
}
