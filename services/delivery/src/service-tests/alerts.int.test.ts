import { randomInt, randomUUID } from "node:crypto";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { consumer, record, type Received } from "@matinale/bus";
import { asUserId, type UserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { afterEach, beforeAll, expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { textItem } from "../testing/provider.ts";

/** A Monday, 10:00 in Paris. In the future, so that the database expires no document of the test. */
const morning = "2037-11-23T09:00:00Z";

let delivery: Awaited<ReturnType<typeof startHarness>>;
const switched: Received<"alerts.switched">[] = [];
startForTests(
  () => startHarness({ at: morning, replicas: 2 }),
  (started) => (delivery = started),
);
beforeAll(async () => {
  const [listener] = delivery.newBus("preferences").consume([
    consumer({
      topic: "alerts.switched",
      handle: async (events) => void switched.push(...events),
    }),
  ]);
  await listener?.start();
});
afterEach(() => delivery.setClock(morning));

const alerts = { quietStart: "22:00", quietEnd: "07:00" };
const wanting = { alerts, hours: ["20:00"] };

type Raised = { storyIds?: string[]; language?: string; category?: string; country?: string };

/** Raises an alert now, as content does. @returns its id */
async function raise(raised: Raised = {}, id: string = randomUUID(), at = delivery.now()) {
  const { storyIds = [id], language = "fr", category = "politics", country = "fr" } = raised;
  await delivery.publish([
    record("alert.raised", {
      alertId: id,
      category,
      countries: [country],
      storyIds,
      detectedAt: timestampFromDate(at),
      versions: [
        {
          language,
          title: "Un train déraille",
          text: `Alerte ${id}`,
          notes: [
            {
              voice: "female",
              audio: [
                {
                  mediaKey: id.padEnd(64, "c"),
                  sha256: id.padEnd(64, "c"),
                  mime: "audio/ogg; codecs=opus",
                  bytes: 10,
                  durationMs: 25_000,
                },
              ],
            },
          ],
        },
      ],
    }),
  ]);
  return id;
}
/** Resolves when the alert is planned for all subscribers. */
const planned = (id: string) =>
  expect
    .poll(() => delivery.collection("alerts").findOne({ _id: id as never }), soon)
    .toSatisfy(
      (stored: { workAt?: Date } | null) => stored !== null && stored.workAt === undefined,
    );
const shown = (digits: string) => delivery.provider.shown(digits).slice(2);
const deliveriesOf = (userId: UserId) =>
  delivery.collection("deliveries").find({ userId, kind: "alert" }).toArray();
/** A reader whose opt-in message and its reply have been sent. */
async function reader(choices: Parameters<typeof delivery.reader>[0] = wanting) {
  const one = await delivery.reader(choices);
  await expect.poll(() => delivery.provider.shown(one.digits).length, soon).toBe(2);
  return one;
}

test("sends an alert once to readers with alerts, as text and voice note, and shows it in the history", async () => {
  const [wants, without, elsewhere, abroad] = await Promise.all([
    reader(),
    reader({ hours: ["20:00"] }),
    reader({ ...wanting, categories: ["culture"] }),
    reader({ ...wanting, country: "ma" }),
  ]);
  const id = await raise();
  await expect.poll(() => shown(wants.digits), soon).toEqual([`Alerte ${id}`, "audio"]);
  await raise({}, id);
  await planned(id);
  await delivery.caughtUp();
  expect(await deliveriesOf(wants.id)).toHaveLength(1);
  for (const other of [without, elsewhere, abroad]) expect(shown(other.digits)).toEqual([]);
  await expect
    .poll(() => delivery.history(wants.id), soon)
    .toMatchObject([
      {
        kind: "alert",
        type: "audio",
        status: "sent",
        content: `Alerte ${id}`,
        categories: ["Politique"],
        articlesCount: 1,
        manual: false,
      },
    ]);
  const metrics = await delivery.metrics();
  expect(metrics).toMatch(/delivery_alerts_total\{outcome="planned"\} 1\n/);
  expect(metrics).toMatch(/delivery_alerts_total\{outcome="country"\} 1\n/);
});

test("sends at most two alerts on a local date", async () => {
  const { id: userId, digits } = await reader();
  for (let count = 0; count < 3; count += 1) await planned(await raise());
  await expect.poll(() => shown(digits).length, soon).toBe(4);
  expect(await deliveriesOf(userId)).toHaveLength(2);
  // the next morning in Paris
  delivery.setClock("2037-11-24T06:30:00Z");
  const next = await raise();
  await expect.poll(() => shown(digits).slice(4), soon).toEqual([`Alerte ${next}`, "audio"]);
});

test("drops an alert in the quiet hours of the reader, and does not send it in the morning", async () => {
  const { id, digits } = await reader();
  delivery.setClock("2037-11-23T21:00:00Z");
  await planned(await raise());
  delivery.setClock("2037-11-24T06:10:00Z");
  const morningAlert = await raise();
  await expect.poll(() => shown(digits), soon).toEqual([`Alerte ${morningAlert}`, "audio"]);
  expect(await deliveriesOf(id)).toHaveLength(1);
});

test("sends no alert about an event that an edition of the last hours has covered", async () => {
  const { id, digits } = await reader();
  delivery.setComposer(() => ({
    texts: ["Le digest"],
    voiceNotes: [],
    stories: ["covered"],
    moreStories: ["kept for more"],
  }));
  await delivery.requestManualDigest(id);
  await expect.poll(() => shown(digits), soon).toEqual(["Le digest"]);
  await planned(await raise({ storyIds: ["split from it", "covered"] }));
  const kept = await raise({ storyIds: ["kept for more"] });
  await expect.poll(() => shown(digits).slice(1), soon).toEqual([`Alerte ${kept}`, "audio"]);
  // ENCORE still belongs to the edition
  await delivery.sendText(digits, "plus 1");
  await expect
    .poll(() => delivery.requests.filter(({ storyId }) => storyId === "covered").length, soon)
    .toBe(1);
});

test("announces an alert by its template while the window is closed, and sends it after the tap", async () => {
  const { id, digits } = await reader();
  await delivery.closeWindow(id);
  const alert = await raise();
  await expect.poll(() => shown(digits), soon).toEqual(["breaking_news"]);
  const [call] = delivery.provider.accepted(digits).slice(2);
  expect(call).toMatchObject({ type: "template", parameters: ["Un train déraille"] });
  await expect.poll(async () => (await deliveriesOf(id))[0]?.["awaitingTap"], soon).toBe(true);
  const listen = textItem(digits, "Écouter", delivery.now());
  await delivery.postWebhook(listen);
  await expect.poll(() => new Set(shown(digits)), soon).toContain(`Alerte ${alert}`);
  await expect.poll(() => shown(digits).length, soon).toBe(3);
  // The provider repeats the call: nothing is waiting any more, and there is no reply.
  await delivery.postWebhook(listen);
  await delivery.sendText(digits, "aide");
  await expect.poll(() => shown(digits).at(-1), soon).toContain("ENCORE");
  expect(shown(digits)).toHaveLength(4);
});

test("each « Écouter » sends one of the alerts that wait", async () => {
  const { id, digits } = await reader();
  await delivery.closeWindow(id);
  const alerts = [await raise(), await raise()];
  const waiting = async () => (await deliveriesOf(id)).map((each) => each["awaitingTap"]);
  await expect.poll(waiting, soon).toEqual([true, true]);
  for (const _ of alerts) await delivery.sendText(digits, "Écouter");
  const texts = alerts.map((alert) => `Alerte ${alert}`);
  await expect.poll(() => shown(digits), soon).toEqual(expect.arrayContaining(texts));
});

test("sends nothing after STOP, and nothing that is a quarter of an hour old", async () => {
  const stopped = await reader();
  await delivery.sendText(stopped.digits, "STOP");
  await expect.poll(() => shown(stopped.digits).length, soon).toBe(1);
  await planned(await raise());
  const { id } = await reader();
  await planned(await raise({}, randomUUID(), new Date(delivery.now().getTime() - 16 * 60_000)));
  expect(await deliveriesOf(stopped.id)).toEqual([]);
  expect(await deliveriesOf(id)).toEqual([]);
});

test("ALERTES NON and ALERTS ON are answered and published, once for each message", async () => {
  const { id, digits } = await reader();
  const off = textItem(digits, "Alertes non", delivery.now());
  await delivery.postWebhook(off);
  await delivery.postWebhook(off);
  await expect.poll(() => shown(digits).at(-1), soon).toContain("plus d’alertes info");
  await delivery.sendText(digits, "ALERTS ON");
  await expect.poll(() => shown(digits).at(-1), soon).toContain("vous recevrez les alertes info");
  const mine = () => switched.filter(({ key }) => key === id).map(({ message }) => message?.on);
  await expect.poll(mine, soon).toEqual([false, true]);
  expect(shown(digits)).toHaveLength(2);
});

test("ALERTES NON right after START, in the same call, counts as a message of a confirmed number", async () => {
  const id = asUserId(randomUUID());
  const digits = `336${randomInt(1e7, 1e8)}`;
  await delivery.subscribe(id, wanting);
  await delivery.call("POST /user/whatsapp/connect", { as: id, body: { phone: `+${digits}` } });
  const next = new Date(delivery.now().getTime() + 1_000);
  await delivery.postWebhook(
    textItem(digits, "START", delivery.now()),
    textItem(digits, "Alertes non", next),
  );
  const mine = () => switched.filter(({ key }) => key === id).map(({ message }) => message?.on);
  await expect.poll(mine, soon).toEqual([false]);
  const texts = () => delivery.provider.shown(digits).join();
  await expect.poll(texts, soon).toContain("plus d’alertes info");
  expect(texts()).toContain("C’est confirmé");
});

test("ALERTS ON without alerts in the plan names the plans, and changes nothing", async () => {
  const { id, digits } = await reader({ hours: ["20:00"], language: "en" });
  await delivery.sendText(digits, "alerts on");
  await expect
    .poll(() => shown(digits).at(-1), soon)
    .toContain("Your plan doesn’t include breaking-news alerts");
  expect(switched.filter(({ key }) => key === id)).toEqual([]);
});
