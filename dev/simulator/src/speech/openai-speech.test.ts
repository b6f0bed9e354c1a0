import { describe, expect, test, vi } from "vitest";
import type { Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

// Speech synthesis is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let simulator: Running;
simulatorForTests((started) => (simulator = started));

const request = (change: object = {}) => ({
  model: "gpt-4o-mini-tts",
  voice: "marin",
  input: "Le prix du blé recule.",
  response_format: "wav",
  ...change,
});
const speak = (body: unknown, headers: Record<string, string> = { authorization: "Bearer sk" }) =>
  fetch(`${simulator.url}/v1/audio/speech`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("streams a WAV file, and says that it is simulated", async () => {
  const response = await speak(request({ instructions: "Lis comme à la radio." }));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  expect(response.headers.get("x-simulated")).toBe("true");
  const wav = await bytesOf(response);
  expect(wav.toString("latin1", 0, 4)).toBe("RIFF");
  expect([wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual([24_000, 0xffff_ffff]);
  expect((wav.length - 44) / 48_000).toBeGreaterThan(0.8);
  expect(await simulator.log()).toMatchObject([{ kind: "speech", type: "marin", status: 200 }]);
});

describe("rejects in OpenAI's format", () => {
  test.each([
    ["an unknown voice", { voice: "fr-FR-Chirp3-HD-Kore" }, 400, "Unknown voice"],
    ["an unknown model", { model: "tts-9" }, 404, "tts-9"],
    ["more than 4,096 characters", { input: "é".repeat(4_097) }, 400, "4096"],
    ["more than 2,000 tokens", { input: "1 ".repeat(2_001) }, 400, "2000 tokens"],
    ["no text", { input: "" }, 400, ""],
    ["MP3", { response_format: "mp3" }, 400, "speaks wav"],
    ["the format by default, MP3", { response_format: undefined }, 400, "speaks wav"],
    ["a speed", { speed: 1 }, 400, "speed"],
    ["an unknown key", { ssml: "<speak/>" }, 400, "ssml"],
  ])("%s", async (_, change, status, message) => {
    const response = await speak(request(change));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { type: "invalid_request_error", message: expect.stringContaining(message) },
    });
  });

  test("a call without a key", async () => {
    expect((await speak(request(), {})).status).toBe(401);
  });
});

test("speechCode and speechRetryAfter make calls fail", async () => {
  await simulator.sim("PUT", "/faults", { speechCode: 429, speechRetryAfter: 7, times: 1 });
  const refused = await speak(request());
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(await refused.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
  expect((await speak(request())).status).toBe(200);
});

test("names the end of a model", async () => {
  const { body } = await simulator.call("GET", "/v1/models/gpt-4o-mini-tts");
  expect(body).toMatchObject({ id: "gpt-4o-mini-tts", shutdown_date: "2027-01-06" });
  expect((await simulator.call("GET", "/v1/models/gpt-1")).status).toBe(404);
});
