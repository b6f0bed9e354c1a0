import { categories, type CategorySlug, type Language } from "@matinale/contracts";
import { startSimulator } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test, vi } from "vitest";
import { startContent } from "../testing/content.ts";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 240_000 });

/** The voice is the simulator's: it speaks as long as a real one. */
async function start() {
  const simulator = await startSimulator({});
  const content = await startContent(() => ({ TTS_ENDPOINT: simulator.url }));
  return {
    content,
    stop: async () => {
      await content.stop();
      await simulator.close();
    },
  };
}
let content: Awaited<ReturnType<typeof startContent>>;
startForTests(start, (started) => (content = started.content));

const sentences: Record<Language, (place: number) => [title: string, summary: string]> = {
  fr: (place) => [
    `Le conseil de la commune numéro ${place} adopte son budget`,
    `Les élus ont voté ${place + 3} millions d’euros de travaux pour les écoles, après six heures de débat. La rentrée de septembre est maintenue, et les transports du soir seront gratuits pour les élèves.`,
  ],
  en: (place) => [
    `Council number ${place} adopts its budget`,
    `Members voted ${place + 3} million pounds of repairs for schools after six hours of debate. The start of term in September is kept, and evening buses will be free for pupils across the county.`,
  ],
};

/** Ten stories of each category, half of them of two outlets. */
async function print(language: Language) {
  const country = language === "fr" ? "fr" : "gb";
  const firstSeen = new Date(Date.now() - 600_000);
  const stories = categories.flatMap(({ slug }, at) =>
    Array.from({ length: 10 }, (_, index) => {
      const [title, summary] = sentences[language](at * 10 + index);
      const outlets = index % 2 === 0 ? ["Le Quotidien"] : ["Le Quotidien", "La Gazette"];
      return {
        _id: `${language}-${slug}-${index}`,
        category: slug,
        countries: [country],
        sources: outlets.map((outlet) => ({
          itemId: `${language}-${slug}-${index}-${outlet}`,
          language,
          outlet,
          url: `https://n.example/${language}/${slug}/${index}`,
          title,
          summary,
          publishedAt: firstSeen,
          terms: "licensed",
        })),
        firstSeen: { [language]: firstSeen },
        lastSeenAt: firstSeen,
        expiresAt: new Date(Date.now() + 3_600_000),
      };
    }),
  );
  await content.mongo.collection("stories").insertMany(stories as never[]);
}

const all: CategorySlug[] = categories.map(({ slug }) => slug);

/**
 * Ten minutes of audio, which are sent in parts, take a minute of a processor: they are for the nightly run.
 * rundown.test.ts has all plans, with clips of any length.
 */
const plans = [
  ["fr", 300],
  ["en", 600],
] as const;

test.each(process.env["CHECK_ALL"] ? plans : plans.slice(0, 1))(
  "fills at least 92 percent of a plan with real speech: %s, %i s",
  async (language, maxSeconds) => {
    await print(language);
    const digestId = await content.ask({
      language,
      country: language === "fr" ? "fr" : "gb",
      categories: all,
      maxSeconds,
      localDate: "2026-11-22",
    });
    const answer = await vi.waitUntil(() => content.answersTo(digestId)[0], {
      timeout: 400_000,
      interval: 250,
    });
    const seconds = answer.audio.map(({ durationMs }) => durationMs / 1000);
    const length = seconds.reduce((sum, each) => sum + each, 0);
    const bytes = answer.audio.map((part) => part.bytes);
    process.stdout.write(
      `${language} ${maxSeconds} s: ${length.toFixed(1)} s (${((100 * length) / maxSeconds).toFixed(1)} %), ` +
        `parts ${seconds.map((each) => each.toFixed(0)).join(" + ")} s, ${bytes.join(" + ")} B, ${answer.stories.length} stories\n`,
    );
    expect(answer.audioMissing).toBe("");
    expect(length).toBeLessThanOrEqual(maxSeconds);
    expect(length).toBeGreaterThanOrEqual(maxSeconds * 0.92);
    expect(answer.audio).toHaveLength(maxSeconds > 305 ? 2 : 1);
    for (const size of bytes) expect(size).toBeLessThanOrEqual(512_000);
    for (const each of seconds) expect(each).toBeGreaterThan(45);
  },
);
