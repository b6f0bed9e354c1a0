import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Delivery, rank } from "./delivery.ts";
import { after, due, readyDigest } from "../../testing/fixtures.ts";
import {
  awaitTap,
  markSendStarted,
  finish,
  markFailed,
  inSequence,
  requeue,
  applyStatus,
  type ReceiptStatus,
  releaseByTap,
  markAccepted,
} from "./transitions.ts";

const reading = () => "unreachable" as const;
const text = "text0";
const sending = (): Delivery =>
  markSendStarted(text, "text", "+33612345678", due)(readyDigest())!.next;
const sent = (): Delivery => markAccepted(text, "wamid.1", after(1))(sending())!.next;
const receipt = (status: ReceiptStatus, seconds = 2, messageId = "wamid.1", code = 0) =>
  applyStatus(text, { messageId, status, at: after(seconds), code }, reading, after(seconds));

describe("a call", () => {
  test("is recorded once, and so is its answer", () => {
    expect(sending().parts[text]).toMatchObject({ rank: rank.sending, attempt: 1, startedAt: due });
    expect(markSendStarted(text, "text", "+33612345678", after(9))(sending())).toBeNull();
    expect(markAccepted(text, "wamid.1", after(1))(sending())).toMatchObject({
      sent: [text],
      next: { messageIds: ["wamid.1"] },
    });
    expect(markAccepted(text, "wamid.1", after(1))(sent())).toBeNull();
  });

  test("is made again when its failure arrives before its answer", () => {
    for (const reading of [() => ({ againInMs: 500 }), () => "change_form" as const]) {
      const failure = { messageId: "wamid.1", status: "failed", at: after(1), code: 1 } as const;
      const back = applyStatus(text, failure, reading, after(1))(sending())!.next;
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

  test("can be made again after a refusal for now, but not after an acceptance", () => {
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

describe("receipts", () => {
  test("lead to the same state in any order and when repeated", () => {
    const statuses: ReceiptStatus[] = ["sent", "delivered", "read", "played"];
    const apply = (order: ReceiptStatus[]) =>
      order.reduce((delivery, status) => receipt(status)(delivery)?.next ?? delivery, sent());
    const straight = apply(statuses).parts[text];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(statuses, { minLength: 4 }),
        fc.array(fc.constantFrom(...statuses)),
        (order, repeated) => {
          expect(apply([...order, ...repeated]).parts[text]).toEqual(straight);
        },
      ),
    );
    expect(straight).toMatchObject({ rank: rank.read, playedAt: after(2) });
  });

  test("never lower the rank, and a failure after delivery is ignored", () => {
    const read = receipt("read")(sent())!.next;
    expect(receipt("delivered")(read)?.next.parts[text]?.rank).toBe(rank.read);
    expect(receipt("failed")(read)).toBeNull();
    expect(receipt("failed", 2, "wamid.1", 131026)(sent())).toMatchObject({
      next: { parts: { text0: { failure: { reason: "unreachable", code: 131026 } } } },
      updated: [{ status: "failed", code: 131026 }],
    });
  });

  test("of another message, or of a part that was not sent, are ignored", () => {
    expect(receipt("read", 2, "wamid.other")(sent())).toBeNull();
    expect(receipt("read")(readyDigest())).toBeNull();
  });

  test("prove the acceptance of a call whose answer was lost, and the next parts are sent", () => {
    const { workAt: _, ...lost } = sending();
    const found = receipt("delivered", 30)(lost as Delivery);
    expect(found).toMatchObject({
      sent: [text],
      next: { workAt: after(30), messageIds: ["wamid.1"] },
    });
    expect(markAccepted(text, "wamid.1", after(31))(found!.next)).toMatchObject({
      next: { parts: { text0: { rank: rank.delivered } } },
    });
  });

  test("correct a delivery that was marked failed with an unknown outcome", () => {
    const given = inSequence<Delivery>(
      markFailed(text, { reason: "unknown_outcome", code: 0, at: after(150) }),
      finish("failed", "unknown_outcome"),
    )(sending())!.next;
    const late = receipt("delivered", 200)(given)!.next;
    // Its voice note has not been tried yet.
    expect(late).toMatchObject({ phase: "ready", workAt: after(200) });
    expect(late.reason).toBeUndefined();
    expect(late.parts[text]?.failure).toBeUndefined();
    const { voice0: _, ...alone } = given.parts;
    const whole = receipt("delivered", 200)({ ...given, parts: alone })!.next;
    expect(whole.phase).toBe("done");
    expect(whole.workAt).toBeUndefined();
  });

  test("change the form to a template when they report a closed window", () => {
    const closed = applyStatus(
      text,
      { messageId: "wamid.1", status: "failed", at: after(3), code: 131047 },
      () => "change_form",
      after(3),
    );
    expect(closed(sent())?.next).toMatchObject({
      phase: "ready",
      workAt: after(3),
      parts: { text0: { rank: rank.waiting } },
    });
    // What was tapped before is no tap on what is announced now.
    const tapped = closed({ ...sent(), releasedAt: after(2) })!.next;
    expect(tapped.releasedAt).toBeUndefined();
    const template = { name: "trial_ending", parameters: [] };
    const notice: Delivery = { ...sent(), kind: "notice", template };
    expect(closed(notice)?.next).toMatchObject({ phase: "ready", workAt: after(3) });
  });

  test("requeue the part when they report a temporary failure, once", () => {
    const receipt = { messageId: "wamid.1", status: "failed", at: after(3), code: 131000 } as const;
    const inPassing = applyStatus(
      text,
      receipt,
      (_, { attempt }) => ({ againInMs: attempt * 7_000 }),
      due,
    );
    const back = inPassing(sent())!.next;
    expect(back).toMatchObject({
      phase: "ready",
      workAt: after(7),
      messageIds: ["wamid.1"],
      parts: { text0: { rank: rank.waiting, attempt: 1 } },
    });
    expect(back.parts[text]?.messageId).toBeUndefined();
    expect(inPassing(back)).toBeNull();
    const again = markSendStarted(text, "text", "+33612345678", after(8))(back)!.next;
    expect(inPassing(again)).toBeNull();
  });
});

describe("the tap", () => {
  const announced = (): Delivery => {
    const begunIt = markSendStarted(
      "template",
      "template",
      "+33612345678",
      due,
    )(readyDigest())!.next;
    return markAccepted("template", "wamid.t", after(1))(begunIt)!.next;
  };

  test("releases a waiting digest once; meanwhile another may be requested", () => {
    const waiting = awaitTap()({ ...announced(), inFlight: announced().userId })!.next;
    expect(waiting.inFlight).toBeUndefined();
    expect(waiting.workAt).toBeUndefined();
    const go = releaseByTap(after(60))(waiting)!.next;
    expect(go).toMatchObject({ workAt: after(60), releasedAt: after(60) });
    expect(releaseByTap(after(61))(go)).toBeNull();
  });

  test("is kept when it arrives before the delivery waits for it", () => {
    const early = releaseByTap(after(1))(announced())!.next;
    expect(awaitTap()(early)?.next).toMatchObject({ workAt: after(1) });
  });

  test("changes nothing on a digest that is over", () => {
    expect(releaseByTap(after(60))(finish("done")(announced())!.next)).toBeNull();
  });
});
