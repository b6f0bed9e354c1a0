/// <reference lib="dom" />
import { languages, voices } from "@matinale/contracts";
import { loudness, truePeaks } from "@matinale/voice-note/testing";
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";

const sampleRate = 48_000;

/** Samples of an audio file, as the browser decodes it. */
async function heard(page: Page, path: string): Promise<Float32Array> {
  const base64 = await page.evaluate(
    async ({ path, sampleRate }) => {
      const file = await (await fetch(path)).arrayBuffer();
      const decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(file);
      const blob = new Blob([decoded.getChannelData(0)]);
      return new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1] ?? ""));
        reader.readAsDataURL(blob);
      });
    },
    { path, sampleRate },
  );
  return new Float32Array(new Uint8Array(Buffer.from(base64, "base64")).buffer);
}

test("the sample edition has −16 ± 0.7 LUFS and true peaks of at most −1 dBTP", async ({
  page,
}) => {
  await page.goto("/login");
  for (const language of languages) {
    for (const voice of voices) {
      const samples = await heard(page, `/sample/${language}-${voice}.mp3`);
      expect(Math.abs(loudness(samples, sampleRate) + 16)).toBeLessThan(0.7);
      const [peak = 1] = truePeaks(samples, samples.length);
      expect(20 * Math.log10(peak)).toBeLessThanOrEqual(-1);
    }
  }
});

test("a click on a line of the transcript seeks in the sound that plays", async ({ page }) => {
  const position = () =>
    page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await page.goto("/");
  const sample = page.locator("#sample");
  await sample.getByRole("button", { name: "Écouter l’exemple" }).click();
  await expect.poll(position).toBeGreaterThan(0);
  // This line begins after 36 s.
  await sample.getByRole("list").getByRole("button").nth(8).click();
  await expect.poll(position).toBeGreaterThan(36);
});
