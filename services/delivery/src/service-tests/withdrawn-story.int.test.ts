import { startForTests } from "@matinale/kit/vitest";
import { expect, test, vi } from "vitest";
import { withdrawStory } from "../application/withdraw-story.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { WithdrawnStories } from "../store/withdrawn-stories.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { tapItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ at: "2037-11-23T06:50:00Z" }),
  (started) => (delivery = started),
);

const withdraw = (story: string) =>
  withdrawStory(
    story,
    {
      deliveries: new DeliveryStore(delivery.mongo),
      withdrawn: new WithdrawnStories(delivery.mongo),
    },
    delivery.now(),
  );
const covering = (...stories: string[]) => ({
  texts: [`Raconte ${stories.join(", ")}`],
  voiceNotes: [],
  stories,
});
const phaseOf = async (id: string) => (await delivery.deliveryOf(id))?.["phase"] as string;

test("composes an edition again that is ready, refuses late answers with the story, and sends once without it", async () => {
  delivery.setComposer(() => covering("true", "false"));
  const reader = await delivery.reader();
  await expect.poll(() => phaseOf(reader.id), soon).toBe("ready");

  // content still answers with the story once, then without it
  let answers = 0;
  delivery.setComposer(() => ((answers += 1) === 1 ? covering("true", "false") : covering("true")));
  expect(await withdraw("false")).toEqual({ isNew: true, takenBack: 1, beingSent: 0 });
  expect(await withdraw("false")).toMatchObject({ isNew: false, takenBack: 0 });
  const stories = async () => (await delivery.deliveryOf(reader.id))?.["storyIds"] as string[];
  await expect.poll(stories, { ...soon, timeout: 60_000 }).toEqual(["true"]);
  expect(answers).toBe(2);

  delivery.setClock("2037-11-23T07:00:00Z");
  const sent = () =>
    delivery.provider.accepted(reader.digits).filter(({ text }) => text.startsWith("Raconte"));
  await expect.poll(() => sent().map(({ text }) => text), soon).toEqual(["Raconte true"]);
}, 120_000);

test("takes an edition back whose story is withdrawn while its composition is being stored", async () => {
  delivery.setClock("2037-11-23T08:50:00Z");
  let answers = 0;
  delivery.setComposer(() => covering((answers += 1) === 1 ? "racing" : "safe"));
  const among = WithdrawnStories.prototype.among;
  const withdrawals: unknown[] = [];
  const reading = vi
    .spyOn(WithdrawnStories.prototype, "among")
    .mockImplementation(async function readThenWithdraw(this: WithdrawnStories, ids) {
      const found = await among.call(this, ids);
      if (withdrawals.length === 0 && ids.includes("racing")) {
        withdrawals.push("begun");
        withdrawals.push(await withdraw("racing"));
      }
      return found;
    });
  const reader = await delivery.reader({ hours: ["10:00"] });
  const stories = async () => (await delivery.deliveryOf(reader.id))?.["storyIds"] as string[];
  await expect.poll(stories, { ...soon, timeout: 60_000 }).toEqual(["safe"]);
  reading.mockRestore();
  expect(withdrawals).toEqual(["begun", { isNew: true, takenBack: 0, beingSent: 0 }]);
}, 120_000);

test("ENCORE sends no more of a digest that is delivered or announced", async () => {
  const asked = async (digits: string) => {
    await delivery.sendText(digits, "encore");
    const last = () => delivery.provider.accepted(digits).at(-1)?.text;
    await expect.poll(last, soon).toContain("C’est tout pour cette édition");
  };
  delivery.setComposer(() => ({
    ...covering("first"),
    more: ["Raconte late"],
    moreStories: ["late"],
  }));
  delivery.setClock("2037-11-25T06:50:00Z");
  const [delivered, announced] = [await delivery.reader(), await delivery.reader()];
  await delivery.requestManualDigest(delivered.id);
  await delivery.closeWindow(announced.id);
  delivery.setClock("2037-11-25T07:00:00Z");
  const isWaiting = async () =>
    (await delivery.deliveryOf(announced.id))?.["awaitingTap"] as boolean;
  await expect.poll(isWaiting, soon).toBe(true);
  await withdraw("late");
  expect(await delivery.deliveryOf(announced.id)).not.toHaveProperty("more");
  await asked(delivered.digits);
  await asked(announced.digits);
}, 60_000);

test("sends nothing of an announced edition after the tap", async () => {
  delivery.setClock("2037-11-24T06:50:00Z");
  delivery.setComposer(() => covering("announced"));
  const reader = await delivery.reader();
  await delivery.closeWindow(reader.id);
  await expect.poll(() => phaseOf(reader.id), soon).toBe("ready");
  delivery.setClock("2037-11-24T07:00:00Z");
  const isWaiting = async () => (await delivery.deliveryOf(reader.id))?.["awaitingTap"] as boolean;
  await expect.poll(isWaiting, soon).toBe(true);

  expect(await withdraw("announced")).toMatchObject({ isNew: true, beingSent: 0 });
  const announcement = delivery.provider
    .accepted(reader.digits)
    .find(({ type }) => type === "template");
  await delivery.postWebhook(tapItem(reader.digits, announcement?.button ?? "", delivery.now()));
  await delivery.requestManualDigest(reader.id);
  const sent = () =>
    delivery.provider.accepted(reader.digits).filter(({ text }) => text.startsWith("Raconte"));
  // the manual digest comes after the tap; its composition covers the story and is refused
  const ended = () =>
    delivery
      .collection("deliveries")
      .countDocuments({ userId: reader.id as never, kind: "digest", phase: "failed" });
  await expect.poll(ended, soon).toBe(2);
  expect(sent()).toEqual([]);
}, 60_000);
