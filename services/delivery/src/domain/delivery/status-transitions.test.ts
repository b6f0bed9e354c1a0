import { describe, expect, test } from "vitest";
import { type Delivery, rank } from "./delivery.ts";
import { after, due, readyDigest } from "../../testing/fixtures.ts";
import { applyStatus } from "./status-transitions.ts";
import {
  finish,
  inSequence,
  markAccepted,
  markFailed,
  markSendStarted,
  type ReceiptStatus,
  requeue,
} from "./transitions.ts";

const text = "text0";
const sending = (): Delivery =>
  markSendStarted(text, "text", "+33612345678", due)(readyDigest())!.next;
const sent = (): Delivery => markAccepted(text, "wamid.1", after(1))(sending())!.next;
const receipt = (status: ReceiptStatus, seconds = 2, messageId = "wamid.1", code = 0) =>
  applyStatus(
    text,
    { messageId, status, at: after(seconds), code },
    () => "unreachable",
    after(seconds),
  );

describe("applyStatus", () => {
  test("never lowers the rank, and ignores a failure after delivery", () => {
    const read = receipt("read")(sent())!.next;
    expect(receipt("delivered")(read)?.next.parts[text]?.rank).toBe(rank.read);
    expect(receipt("failed")(read)).toBeNull();
    expect(receipt("failed", 2, "wamid.1", 131026)(sent())).toMatchObject({
      next: { parts: { text0: { failure: { reason: "unreachable", code: 131026 } } } },
      updated: [{ status: "failed", code: 131026 }],
    });
  });

  test("ignores a status of another message, or of a part that was not sent", () => {
    expect(receipt("read", 2, "wamid.other")(sent())).toBeNull();
    expect(receipt("read")(readyDigest())).toBeNull();
  });

  test("proves the acceptance of a call whose answer was lost, and lets the next parts be sent", () => {
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

  test("proves the acceptance of a call that was refused for now, so that the message is not sent again", () => {
    const refused = requeue(text)(sending())!.next;
    const found = receipt("sent", 1)(refused);
    expect(found).toMatchObject({
      sent: [text],
      next: { workAt: after(1), parts: { text0: { rank: rank.sent, messageId: "wamid.1" } } },
    });
    expect(receipt("failed", 1)(refused)).toBeNull();
    const again = markSendStarted(text, "text", "+33612345678", after(2))(found!.next);
    expect(again).toBeNull();
  });

  test("corrects a delivery that was marked failed with an unknown outcome", () => {
    const failed = inSequence(
      markFailed(text, { reason: "unknown_outcome", code: 0, at: after(150) }),
      finish("failed", "unknown_outcome"),
    )(sending())!.next;
    const late = receipt("delivered", 200)(failed)!.next;
    // The voice note was not sent yet.
    expect(late).toMatchObject({ phase: "ready", workAt: after(200) });
    expect(late.reason).toBeUndefined();
    expect(late.parts[text]?.failure).toBeUndefined();
    const { voice0: _, ...alone } = failed.parts;
    const whole = receipt("delivered", 200)({ ...failed, parts: alone })!.next;
    expect(whole.phase).toBe("done");
    expect(whole.workAt).toBeUndefined();
  });

  test("changes the form to a template when the status reports a closed window", () => {
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
    // An earlier tap does not count for the new announcement.
    const tapped = closed({ ...sent(), releasedAt: after(2) })!.next;
    expect(tapped.releasedAt).toBeUndefined();
    const template = { name: "trial_ending", parameters: [] };
    const notice: Delivery = { ...sent(), kind: "notice", template };
    expect(closed(notice)?.next).toMatchObject({ phase: "ready", workAt: after(3) });
  });

  test("removes the reason of an earlier end when the part is sent again", () => {
    const ended = inSequence(
      markFailed("voice0", { reason: "unknown_outcome", code: 0, at: after(150) }),
      finish("failed", "unknown_outcome"),
    )(sent())!.next;
    const status = {
      messageId: "wamid.1",
      status: "failed",
      at: after(160),
      code: 131000,
    } as const;
    for (const verdict of [{ againInMs: 7_000 }, "change_form"] as const) {
      const back = applyStatus(text, status, () => verdict, after(160))(ended)!.next;
      expect(back.phase).toBe("ready");
      expect(back.reason).toBeUndefined();
    }
  });

  test("requeues the part once when the status reports a temporary failure", () => {
    const receipt = { messageId: "wamid.1", status: "failed", at: after(3), code: 131000 } as const;
    const temporaryFailure = applyStatus(
      text,
      receipt,
      (_, { attempt }) => ({ againInMs: attempt * 7_000 }),
      due,
    );
    const back = temporaryFailure(sent())!.next;
    expect(back).toMatchObject({
      phase: "ready",
      workAt: after(7),
      messageIds: ["wamid.1"],
      parts: { text0: { rank: rank.waiting, attempt: 1 } },
    });
    expect(back.parts[text]?.messageId).toBeUndefined();
    expect(temporaryFailure(back)).toBeNull();
    const again = markSendStarted(text, "text", "+33612345678", after(8))(back)!.next;
    expect(temporaryFailure(again)).toBeNull();
  });
});
