import { describe, expect, test } from "vitest";
import { type Delivery, rank } from "./delivery.ts";
import { after, due, readyDigest, subscriberOf } from "../../testing/fixtures.ts";
import { statusOf } from "./history.ts";
import { nextStep } from "./next-step.ts";
import { applyStatus } from "./status-transitions.ts";
import {
  awaitTap,
  finish,
  inSequence,
  markAccepted,
  markFailed,
  markSendStarted,
  releaseByTap,
  requeue,
} from "./transitions.ts";

const text = "text0";
const context = { subscriber: subscriberOf(), mediaIds: new Map() };
const sending = (): Delivery =>
  markSendStarted(text, "text", "+33612345678", due)(readyDigest())!.next;
const sent = (): Delivery => markAccepted(text, "wamid.1", after(1))(sending())!.next;

describe("a call to the provider", () => {
  test("is recorded once, and its answer once", () => {
    expect(sending().parts[text]).toMatchObject({ rank: rank.sending, attempt: 1, startedAt: due });
    expect(markSendStarted(text, "text", "+33612345678", after(9))(sending())).toBeNull();
    expect(markAccepted(text, "wamid.1", after(1))(sending())).toMatchObject({
      sent: [text],
      next: { messageIds: ["wamid.1"] },
    });
    expect(markAccepted(text, "wamid.1", after(1))(sent())).toBeNull();
  });

  test("is made again when the status of its failure arrives before its answer", () => {
    for (const judge of [() => ({ againInMs: 500 }), () => "change_form" as const]) {
      const failure = { messageId: "wamid.1", status: "failed", at: after(1), code: 1 } as const;
      const back = applyStatus(text, failure, judge, after(1))(sending())!.next;
      expect(markAccepted(text, "wamid.1", after(2))(back)).toBeNull();
      expect(markSendStarted("voice0", "voice", "+33612345678", after(2))(back)).toBeNull();
      expect(
        markSendStarted("template", "template", "+33612345678", after(2))(back),
      ).not.toBeNull();
      const again = markSendStarted(text, "text", "+33612345678", after(3))(back)!.next;
      expect(markAccepted(text, "wamid.1", after(4))(again)).toBeNull();
      expect(markAccepted(text, "wamid.2", after(4))(again)).not.toBeNull();
    }
  });

  test("can be made again after a temporary refusal, but not after an acceptance", () => {
    const again = requeue(text)(sending())!.next;
    expect(
      markSendStarted(text, "text", "+33612345678", after(5))(again)?.next.parts[text],
    ).toMatchObject({
      attempt: 2,
    });
    expect(requeue(text)(sent())).toBeNull();
    expect(markFailed(text, { reason: "refused", code: 100, at: due })(sent())).toBeNull();
  });
});

describe("the tap on Listen", () => {
  const announced = (): Delivery => {
    const started = markSendStarted(
      "template",
      "template",
      "+33612345678",
      due,
    )(readyDigest())!.next;
    return markAccepted("template", "wamid.t", after(1))(started)!.next;
  };

  test("releases a waiting digest once; while it waits, another may be requested", () => {
    const waiting = awaitTap({ ...announced(), inFlight: announced().userId })!.next;
    expect(waiting.inFlight).toBeUndefined();
    expect(waiting.workAt).toBeUndefined();
    const released = releaseByTap("tap", after(60))(waiting)!.next;
    expect(released).toMatchObject({ workAt: after(60), releasedAt: after(60) });
    expect(releaseByTap("tap", after(61))(released)).toBeNull();
  });

  test("that does not open the window leaves the digest waiting, and the next tap releases it", () => {
    const tapped = releaseByTap("old tap", after(1))(announced())!.next;
    const waiting = awaitTap(tapped)!.next;
    expect(waiting).toMatchObject({ awaitingTap: true });
    expect(waiting.workAt).toBeUndefined();
    expect(releaseByTap("tap", after(60))(waiting)?.next).toMatchObject({
      workAt: after(60),
      releasedBy: "tap",
    });
  });

  test("sends a digest whose announcement got no answer, also after its outcome was given up", () => {
    const calling = markSendStarted("template", "template", "+33612345678", due)(readyDigest())!;
    const unknown = { reason: "unknown_outcome", code: 0, at: after(150) } as const;
    const givenUp = inSequence(
      markFailed("template", unknown),
      finish("failed", "unknown_outcome"),
    )(calling.next)!;
    for (const lost of [calling.next, givenUp.next]) {
      const released = releaseByTap("tap", after(160))(lost)!;
      expect(released.sent).toEqual(["template"]);
      expect(statusOf(released.next)).toBe("sent");
      expect(nextStep(released.next, { ...context, now: after(160) })).toMatchObject({
        do: "send",
        part: text,
      });
      expect(releaseByTap("tap", after(161))(released.next)).toBeNull();
    }
  });

  test("changes nothing on a digest that is over", () => {
    expect(releaseByTap("tap", after(60))(finish("done")(announced())!.next)).toBeNull();
  });
});
