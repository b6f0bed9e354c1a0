import { randomInt } from "node:crypto";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record } from "@matinale/bus";
import { startForTests } from "@matinale/kit/vitest";
import { describe, expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () =>
    startHarness({
      replicas: 2,
      at: "2037-11-23T10:00:00Z",
      env: { MANUAL_DELIVERIES_PER_HOUR: "50", CONNECTS_PER_DAY: "50" },
    }),
  (started) => (delivery = started),
);

const texts = (digits: string) => delivery.provider.shown(digits);
const lastText = (digits: string) => texts(digits).at(-1);
let seconds = 0;
/** Each message is a second later than the one before, because the provider reports whole seconds. */
const say = (digits: string, text: string) => {
  seconds += 1;
  const at = new Date(delivery.now().getTime() + seconds * 1_000);
  return delivery.postWebhook(textItem(digits, text, at));
};
const automation = async (as: string) =>
  (await delivery.call("GET /automation/status", { as })).body as Record<string, unknown>;
const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });
const greeted = (digits: string) => expect.poll(() => texts(digits).length, soon).toBe(2);

describe("a pause", () => {
  test("is confirmed with the day of the next digest, for which the schedule is computed", async () => {
    const { id, digits } = await delivery.reader();
    await greeted(digits);
    await say(digits, "pause 3 j");
    await expect
      .poll(() => lastText(digits), soon)
      .toBe(
        "C’est noté\u00A0: pause jusqu’au vendredi 27 novembre à 8\u00A0h. Répondez «\u00A0START\u00A0» pour reprendre plus tôt.",
      );
    const stored = await delivery.collection("subscribers").findOne({ _id: id as never });
    expect(stored?.["nextDueAt"]).toEqual(new Date("2037-11-27T07:00:00Z"));
    expect(await automation(id)).toMatchObject({
      isRunning: false,
      message: "En pause jusqu’au vendredi 27 novembre à 8\u00A0h.",
      pausedUntil: expect.stringMatching(/^2037-11-26T10:0/),
    });
    expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
    await say(digits, "REPRENDRE");
    await expect
      .poll(() => automation(id), soon)
      .toMatchObject({ isRunning: true, pausedUntil: null });
    await expect.poll(() => lastText(digits), soon).toContain("Vos éditions reprennent");
  });

  test("that is longer than the trial promises no return, in the reply and on the site", async () => {
    const tenDays = new Date(delivery.now().getTime() + 10 * 86_400_000);
    const { id, digits } = await delivery.reader({ entitledUntil: tenDays });
    await greeted(digits);
    await say(digits, "PAUSE 30");
    const ends = "se termine avant la fin de la pause";
    await expect.poll(() => lastText(digits), soon).toContain(ends);
    expect(await automation(id)).toMatchObject({ message: expect.stringContaining(ends) });
    await say(digits, "PAUSE 3");
    await expect.poll(() => lastText(digits), soon).toContain("pause jusqu’au");
  });

  test("is explained when it has no number of days, and does not replace a STOP", async () => {
    const { id, digits } = await delivery.reader();
    await greeted(digits);
    await say(digits, "Pause");
    await expect.poll(() => lastText(digits), soon).toContain("PAUSE 7\u00A0»");
    expect(await automation(id)).toMatchObject({ isRunning: true });
    await say(digits, "stop");
    await expect.poll(() => texts(digits).length, soon).toBe(4);
    await say(digits, "pause 2");
    await expect.poll(() => lastText(digits), soon).toContain("Vos éditions sont arrêtées");
    expect(await automation(id)).toMatchObject({ isRunning: false, pausedUntil: null });
  });

  test("that is processed before an earlier STOP leaves the digests stopped", async () => {
    const { id, digits } = await delivery.reader();
    await greeted(digits);
    const stopAt = new Date(delivery.now().getTime() + 60_000);
    const pauseAt = new Date(delivery.now().getTime() + 61_000);
    await delivery.postWebhook(textItem(digits, "pause 2", pauseAt));
    await expect.poll(() => lastText(digits), soon).toContain("pause jusqu’au");
    await delivery.postWebhook(textItem(digits, "STOP", stopAt));
    await expect
      .poll(() => automation(id), soon)
      .toMatchObject({ isRunning: false, pausedUntil: null });
    await expect.poll(() => texts(digits).length, soon).toBe(4);
  });

  test("that was sent before a start on the site does not pause again when it arrives late", async () => {
    const { id, digits } = await delivery.reader();
    await greeted(digits);
    const sentAfter = (ms: number) => new Date(delivery.now().getTime() + ms);
    const late = textItem(digits, "pause 9", sentAfter(2_000));
    await delivery.postWebhook(textItem(digits, "pause 2", sentAfter(1_000)));
    await expect.poll(() => automation(id), soon).toMatchObject({ isRunning: false });
    delivery.setClock(sentAfter(10_000).toISOString());
    await delivery.call("POST /automation/start", { as: id, body: {} });
    await delivery.postWebhook(late, textItem(digits, "menu", sentAfter(0)));
    await expect
      .poll(() => delivery.provider.accepted(digits).at(-1)?.type, soon)
      .toBe("interactive");
    expect(await automation(id)).toMatchObject({ isRunning: true });
  });
});

test("MENU sends buttons, AIDE lists the keywords", async () => {
  const { digits } = await delivery.reader();
  await greeted(digits);
  await say(digits, "menu");
  await expect
    .poll(() => delivery.provider.accepted(digits).at(-1)?.type, soon)
    .toBe("interactive");
  expect(lastText(digits)).toContain("https://matinale.example/settings");
  await say(digits, "Aide !");
  await expect.poll(() => lastText(digits), soon).toContain("ENCORE");
});

describe("a message without a request", () => {
  const unknown = "Je ne réponds qu’à quelques mots\u00A0: ENCORE, PAUSE, STOP, MENU.";

  test("gets an answer, at most one in ten seconds, also when the webhook comes again", async () => {
    const { digits } = await delivery.reader();
    await greeted(digits);
    const question = textItem(digits, "Pourquoi le blé baisse ?", delivery.now());
    await delivery.postWebhook(question);
    await expect.poll(() => lastText(digits), soon).toBe(unknown);
    await delivery.postWebhook(question);
    await delivery.postWebhook(textItem(digits, "et alors ?", delivery.now()));
    const later = new Date(delivery.now().getTime() + 11_000);
    const voice = textItem(digits, "", later).messages[0];
    const reaction = { ...voice, id: `${voice?.id}r`, type: "reaction", text: undefined };
    await delivery.postWebhook({ messages: [reaction] });
    await delivery.postWebhook({ messages: [{ ...voice, type: "audio", text: undefined }] });
    await expect.poll(() => texts(digits).slice(2), soon).toEqual([unknown, unknown]);
    await delivery.postWebhook(textItem(digits, "merci !", new Date(later.getTime() + 11_000)));
    await expect
      .poll(() => texts(digits).slice(2), soon)
      .toEqual([unknown, unknown, "Avec plaisir\u00A0! À bientôt."]);
  });

  test("is answered in English with English words", async () => {
    const { digits } = await delivery.reader({ language: "en" });
    await greeted(digits);
    await say(digits, "Why is wheat falling?");
    await expect
      .poll(() => lastText(digits), soon)
      .toBe("Sorry, I only know a few words. Try MORE, PAUSE, STOP or MENU.");
    await say(digits, "pause until 3 December");
    await expect
      .poll(() => lastText(digits), soon)
      .toBe("Done: paused until Thursday 3 December at 8am. Reply START to resume sooner.");
    await say(digits, "please stop");
    await expect.poll(() => lastText(digits), soon).toContain("you won’t receive anything else");
  });
});

test("ENCORE sends the next stories of the last edition, then says that there are no more", async () => {
  const { id, digits } = await delivery.reader();
  await greeted(digits);
  await say(digits, "encore");
  await expect.poll(() => lastText(digits), soon).toContain("pas encore reçu d’édition");
  delivery.setComposer(() => ({
    texts: ["Le digest"],
    voiceNotes: [],
    more: ["Suite 1", "Suite 2"],
  }));
  expect((await deliver(id)).status).toBe(200);
  for (const expected of ["Suite 1", "Suite 2", "C’est tout"]) {
    await say(digits, "ENCORE");
    await expect.poll(() => lastText(digits), soon).toContain(expected);
  }
  await say(digits, "STOP");
  await expect.poll(() => lastText(digits), soon).toContain("C’est noté");
  await say(digits, "ENCORE");
  await expect.poll(() => lastText(digits), soon).toContain("Vos éditions sont arrêtées");
});

test("ENCORE that arrives again after a new edition takes none of its stories", async () => {
  const { id, digits } = await delivery.reader();
  await greeted(digits);
  const edition = async (...more: string[]) => {
    delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [], more }));
    expect((await deliver(id)).status).toBe(200);
  };
  const encore = () => {
    seconds += 1;
    return textItem(digits, "ENCORE", new Date(delivery.now().getTime() + seconds * 1_000));
  };
  await edition("Suite 1");
  const answered = [encore(), encore()];
  for (const [index, expected] of ["Suite 1", "C’est tout"].entries()) {
    await delivery.postWebhook(answered[index]!);
    await expect.poll(() => lastText(digits), soon).toContain(expected);
  }
  await edition("Nouveau 1", "Nouveau 2");
  // as after a crash between the two writes: the text is taken, and its reply is not stored
  await delivery
    .collection("deliveries")
    .deleteOne({ userId: id, kind: "notice", texts: ["Suite 1"] });
  await delivery.postWebhook(...answered, encore(), encore());
  const further = () => texts(digits).filter((text) => /Suite|tout|Nouveau/u.test(text));
  await expect.poll(() => further().length, soon).toBe(5);
  expect(further().slice(2).toSorted()).toEqual(["Nouveau 1", "Nouveau 2", "Suite 1"]);
});

describe("the code of the site", () => {
  const optIn = async (as: string) =>
    (await delivery.call("GET /user/whatsapp/opt-in", { as })).body as Record<string, string>;

  test("connects the phone that sends it, once, and stores the consent", async () => {
    const { code = "", link, svg, expiresAt } = await optIn("ada");
    expect(link).toBe(`https://wa.me/33700000000?text=START-${code}`);
    expect(svg).toMatch(/^<svg /);
    expect(Date.parse(expiresAt ?? "")).toBeGreaterThan(delivery.now().getTime());
    expect((await optIn("ada"))["code"]).toBe(code);
    await delivery.subscribe("ada");
    await say("33600000001", `start-${code}`);
    const me = async (as: string) => (await delivery.call("GET /me", { as })).body;
    await expect
      .poll(() => me("ada"), soon)
      .toEqual({ whatsappConnected: true, phone: "+33600000001" });
    await expect.poll(() => lastText("33600000001"), soon).toContain("C’est confirmé");
    const stored = await delivery.collection("subscribers").findOne({ _id: "ada" as never });
    expect(stored?.["channel"]).toMatchObject({
      verifiedAt: expect.any(Date),
      consent: { wording: "opt-in-2026-11", phone: "+33600000001", at: expect.any(Date) },
    });
    expect((await optIn("ada"))["code"]).not.toBe(code);
    await say("33600000002", `START-${code}`);
    const later = await optIn("bob");
    await say("33600000001", `START-${later["code"]}`);
    await expect
      .poll(() => lastText("33600000001"), soon)
      .toContain("déjà relié à un autre compte");
    expect(await me("bob")).toEqual({ whatsappConnected: false, phone: null });
    expect(await me("ada")).toMatchObject({ phone: "+33600000001" });
  });

  test("is explained as invalid when it is expired or unknown, once an hour", async () => {
    const unknownSender = `336${String(randomInt(1e8)).padStart(8, "0")}`;
    await say(unknownSender, "START-ZZZZ9999");
    await expect.poll(() => lastText(unknownSender), soon).toContain("Ce code n’est plus valable");
    await say(unknownSender, "START-ZZZZ9998");
    await say(unknownSender, "il y a quelqu’un ?");
    await expect
      .poll(() => delivery.metrics(), soon)
      .toMatch(/delivery_unknown_sender_replies_total\{outcome="silent"\} 2/);
    expect(texts(unknownSender)).toHaveLength(1);
    const kept = await delivery.collection("unknown_senders").find().toArray();
    expect(JSON.stringify(kept)).not.toContain(unknownSender);
  });

  test("is not needed to read the business number", async () => {
    const { body } = await delivery.call("GET /whatsapp/number", {});
    expect(body).toEqual({
      number: "33700000000",
      link: "https://wa.me/33700000000?text=START",
      svg: expect.stringMatching(/^<svg /),
    });
  });
});

test("a phone that sends hundreds of commands on one day gets a hundred replies and the reason; STOP is still obeyed", async () => {
  const { id, digits } = await delivery.reader();
  await greeted(digits);
  const at = delivery.now().getTime();
  const commands = [...Array<string>(103).fill("menu"), "stop"];
  await delivery.postWebhook(
    ...commands.map((text, index) => textItem(digits, text, new Date(at + index * 1_000))),
  );
  await expect.poll(() => automation(id), soon).toMatchObject({ isRunning: false });
  const replies = delivery.collection("deliveries");
  const ofPerson = { userId: id, _id: /^reply-/ as never };
  const texts = (await replies.find(ofPerson).toArray()).map((reply) => JSON.stringify(reply));
  // to START, to 99 times MENU, and the reason
  expect(texts).toHaveLength(101);
  expect(texts.filter((text) => text.includes("je réponds de nouveau demain"))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("vous ne recevrez plus rien"))).toHaveLength(0);
}, 60_000);

describe("the end of a trial", () => {
  const trial = (userId: string, version: bigint, status: string, end: string) =>
    delivery.publish([
      record("subscription.changed", {
        userId,
        version,
        status,
        planId: status === "lapsed" ? 0 : 2,
        trialEndsAt: timestampFromDate(new Date(end)),
        entitledUntil: timestampFromDate(new Date(end)),
        editionsPerDay: 2,
        maxCategories: 5,
        maxSeconds: 300,
      }),
    ]);

  test("is announced before and at the end as text in an open window; replies continue, digests stop", async () => {
    const { id, digits } = await delivery.reader();
    await greeted(digits);
    await trial(id, 5n, "trialing", "2037-11-24T07:30:00Z");
    await expect
      .poll(() => lastText(digits), soon)
      .toContain("se termine le mardi 24 novembre à 8\u00A0h\u00A030");
    const ended = "2037-11-23T09:59:00Z";
    await trial(id, 6n, "lapsed", ended);
    await expect.poll(() => lastText(digits), soon).toContain("essai de Matinale est terminé");
    await trial(id, 7n, "lapsed", ended);
    await say(digits, "menu");
    await expect.poll(() => texts(digits).length, soon).toBe(5);
    expect(await automation(id)).toMatchObject({ isRunning: false });
    const notices = await delivery.collection("deliveries").countDocuments({
      userId: id,
      _id: /^notice-/ as never,
    });
    expect(notices).toBe(2);
  });

  test("is announced by a template when the window is closed, and not after STOP", async () => {
    const { id, digits } = await delivery.reader();
    await greeted(digits);
    await delivery.closeWindow(id);
    await trial(id, 5n, "past_due", "2037-11-29T10:00:00Z");
    await expect.poll(() => lastText(digits), soon).toBe("payment_problem");
    const stopped = await delivery.reader();
    await greeted(stopped.digits);
    await say(stopped.digits, "STOP");
    await expect.poll(() => texts(stopped.digits).length, soon).toBe(3);
    await trial(stopped.id, 5n, "lapsed", "2037-11-23T09:59:30Z");
    await say(stopped.digits, "aide");
    await expect.poll(() => texts(stopped.digits).length, soon).toBe(4);
    expect(lastText(stopped.digits)).toContain("ENCORE");
  });
});
