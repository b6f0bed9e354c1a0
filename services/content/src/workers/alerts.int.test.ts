import { setTimeout as pause } from "node:timers/promises";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { consumer, record } from "@matinale/bus";
import type { AlertRaised } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../config.ts";
import { AlertStore } from "../store/alerts.ts";
import { startContent, within } from "../testing/content.ts";
import { requiredEnvironment } from "../testing/environment.ts";
import type { Printed } from "../testing/stand-in.ts";

/** Seconds between two polls in this test. The interval of a running service is that of the configuration. */
const pollSeconds = 5;

let content: Awaited<ReturnType<typeof startContent>>;
const alerts: AlertRaised[] = [];
let listeners: { start(): Promise<void>; stop(): Promise<void> }[] = [];
startForTests(
  () => startContent(() => ({ FEED_POLL_SECONDS: String(pollSeconds) }), 2),
  (started) => (content = started),
);
beforeAll(async () => {
  listeners = content.outside.consume([
    consumer({
      topic: "alert.raised",
      handle: (events) => {
        alerts.push(...events.flatMap(({ message }) => message ?? []));
        return Promise.resolve();
      },
    }),
  ]);
  for (const listener of listeners) await listener.start();
  await content.outside.publish(
    [
      ["fr-woman", "fr", "female", true],
      ["fr-woman-too", "fr", "female", true],
      ["en-man", "en", "male", true],
      ["en-woman", "en", "female", false],
    ].flatMap(([userId, language, voice, breakingNewsAlerts]) => [
      record("user.changed", { userId, version: 1n, language, voice } as never),
      record("preferences.changed", {
        userId,
        version: 1n,
        language,
        categories: ["politics"],
        breakingNewsAlerts,
      } as never),
      record("subscription.changed", { userId, version: 1n, maxSeconds: 600 } as never),
    ]),
  );
  await content.broker.caughtUp();
});
afterAll(() => Promise.all(listeners.map((listener) => listener.stop())));

const agency =
  "Un feu s’est déclaré lundi matin dans la raffinerie de Kerlouan. Deux ouvriers y ont été gravement brûlés, selon les pompiers.";
/** Outlets with their article; the first three and the fourth are independent. */
const reports: Record<string, Printed & { owner?: string }> = {
  phare: printed("Incendie à la raffinerie de Kerlouan : deux blessés graves", agency),
  // the same text of an agency, reworded
  copie: printed(
    "Deux blessés graves dans un incendie à la raffinerie de Kerlouan",
    "Dans la raffinerie de Kerlouan, un feu s’est déclaré lundi matin. Deux ouvriers ont été gravement brûlés, disent les pompiers.",
  ),
  ouest: printed(
    "Finistère : la raffinerie de Kerlouan en feu, l’incendie fait deux blessés",
    "Les flammes ont gagné trois cuves de la raffinerie de Kerlouan. La préfecture demande aux habitants de rester chez eux.",
  ),
  // the owner of Ouest has another outlet
  armor: printed(
    "La raffinerie de Kerlouan est en feu, deux blessés évacués par hélicoptère",
    "L’hélicoptère de la Sécurité civile s’est posé près de la raffinerie de Kerlouan pour emmener les blessés à Brest.",
  ),
  iroise: printed(
    "Kerlouan : deux blessés graves dans l’incendie de la raffinerie",
    "Un panache noir est visible à vingt kilomètres de la raffinerie de Kerlouan. Trois écoles sont confinées.",
  ),
  quatre: printed(
    "Incendie dans une raffinerie du Finistère : deux blessés graves à Kerlouan",
    "La raffinerie de Kerlouan brûle depuis ce matin. L’exploitant a lancé son plan d’urgence et coupé ses unités.",
  ),
  cinq: printed(
    "À Kerlouan, l’incendie de la raffinerie a fait deux blessés graves",
    "Cent vingt pompiers sont engagés contre l’incendie de la raffinerie de Kerlouan, dans le Finistère.",
  ),
  // reworded so that clustering may keep it apart
  six: printed(
    "Raffinerie de Kerlouan : l’incendie coupe le trafic des trains en Finistère",
    "Le trafic des trains est interrompu entre Brest et Landerneau à cause de l’incendie de la raffinerie.",
  ),
};
const owners: Record<string, string> = { ouest: "Groupe Ouest", armor: "Groupe Ouest" };

function printed(title: string, summary: string): Printed {
  return { title, summary, url: `https://n.example/${title.length}-${summary.length}` };
}

/** Prints the feed of an outlet, with an old article or with its report. */
function print(name: string, article: Printed): void {
  const owner = owners[name];
  content.standIn.print(
    {
      id: name,
      outlet: `Le ${name}`,
      language: "fr",
      country: "fr",
      category: "politics",
      ...(owner === undefined ? {} : { owner }),
    },
    [article],
  );
}
const old = (name: string): Printed => ({
  ...printed(`Le conseil municipal de ${name}bourg vote le budget ${name}`, ""),
  hoursAgo: 40,
});

/** Outlets report the event now. @returns when they did, in milliseconds, once their articles are clustered */
async function report(...names: string[]): Promise<number> {
  const at = Date.now();
  for (const name of names) print(name, { ...reports[name]!, date: new Date(at).toUTCString() });
  await within(async () => {
    const items = content.mongo.collection("items");
    const titles = names.map((name) => reports[name]?.title);
    const found = await items.countDocuments({ title: { $in: titles }, storyId: { $ne: null } });
    if (found < names.length) throw new Error(`${found} articles are clustered`);
  });
  return at;
}

beforeAll(async () => {
  for (const name of Object.keys(reports)) print(name, old(name));
  // a new instance reads the catalogue
  await content.startReplica();
  await within(async () => {
    const read = { _id: { $in: Object.keys(reports) as never[] }, readAt: { $exists: true } };
    const count = await content.mongo.collection("feeds").countDocuments(read);
    if (count < Object.keys(reports).length) throw new Error(`${count} feeds are read`);
  });
});

test("raises no alert for three independent outlets, a copy and a second outlet of an owner", async () => {
  await report("phare", "copie", "ouest", "armor", "iroise");
  await content.broker.caughtUp();
  expect(await content.mongo.collection("alerts").countDocuments()).toBe(0);
  expect(await content.metric("content_alerts_total")).toBe(0);
});

test("publishes one alert within three minutes of the fourth outlet, in the languages and voices in use", async () => {
  const at = await report("quatre");
  const alert = await within(() => {
    const [first] = alerts;
    if (first === undefined) throw new Error("no alert yet");
    return first;
  });
  const tookMs = Date.now() - at;
  const longestPollMs = schema.parse(requiredEnvironment).FEED_POLL_SECONDS * 1_100;
  process.stdout.write(
    `alert ${tookMs} ms after the fourth report, polled every ${pollSeconds} s\n`,
  );
  // a minute is left for upload and sending
  expect(longestPollMs + Math.max(0, tookMs - pollSeconds * 1_100)).toBeLessThan(
    3 * 60_000 - 20_000,
  );

  expect(alert).toMatchObject({ category: "politics", countries: ["fr"] });
  expect(alert.storyIds).toContain(alert.alertId);
  expect(timestampDate(alert.detectedAt!).getTime()).toBeGreaterThanOrEqual(at);
  const [version, ...others] = alert.versions;
  expect(others).toEqual([]);
  expect(version).toMatchObject({ language: "fr", notes: [{ voice: "female" }] });
  expect(version?.text).toMatch(/^\*Alerte info\u00A0: .*Kerlouan/u);
  expect(version?.text).toMatch(/_Le phare_ https:\/\/matinale\.example\/r\/[0-9a-f]{20}/u);
  const [part] = version?.notes[0]?.audio ?? [];
  expect(part).toMatchObject({ mime: "audio/ogg; codecs=opus", sha256: part?.mediaKey });
  expect(content.standIn.spoken.filter((text) => text.includes("Alerte info"))).toHaveLength(1);
});

test("raises no second alert for the event when more outlets report it in other words", async () => {
  await report("cinq", "six");
  // rounds of every worker in every instance
  await content.startReplica();
  await pause(3_000);
  expect(alerts).toHaveLength(1);
  expect(await content.mongo.collection("alerts").countDocuments()).toBe(1);
  expect(await content.metric("content_alerts_composed_total", 'outcome="published"')).toBe(1);
});

test("raises one alert when two processes detect one event at the same time", async () => {
  const store = new AlertStore(content.mongo);
  const alert = {
    _id: "event",
    storyIds: ["event"],
    category: "culture",
    countries: ["fr"],
    detectedAt: new Date(),
  } as const;
  const raised = await Promise.all(
    [1, 2, 3].map(() => store.raise({ ...alert, storyIds: ["event"], countries: ["fr"] })),
  );
  expect(raised.filter(Boolean)).toHaveLength(1);
  // no subscriber has chosen its category
  await within(async () => {
    const found = await content.mongo.collection("alerts").findOne({ _id: "event" as never });
    expect(found?.["state"]).toBe("unwanted");
  });
  expect(alerts).toHaveLength(1);
});
