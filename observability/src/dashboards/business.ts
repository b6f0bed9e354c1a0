import { panel, row, rowOfTwo, type Board } from "./board.ts";
import { growth, growthBy } from "./queries.ts";

const inADay: typeof growth = (name, legend, where) => growth(name, legend, where, "1d");
const inADayBy: typeof growthBy = (name, labels, where) => growthBy(name, labels, where, "1d");

export const business: Board = {
  uid: "matinale-business",
  title: "Matinale · subscribers",
  description:
    "Sign-ups, payments, digests and deletions. Each point covers the 24 hours before it.",
  rows: [
    row("Coming and going", [
      panel("Sign-ups", "New accounts in a day.", inADay("identity_signups_total", "sign-ups")),
      panel("Trials", "Started, and ended without a plan.", [
        inADay("billing_trials_started_total", "started"),
        inADay("billing_trials_ended_total", "ended"),
      ]),
      panel(
        "Subscriptions",
        "By new status: active is a purchase or a late payment; past_due is a failed payment.",
        inADayBy("billing_status_changes_total", "status"),
        { mayBeEmpty: "no subscription was bought or cancelled yet" },
      ),
      panel("Accounts deleted", "In a day.", inADay("identity_erasures_total", "deleted"), {
        width: 12,
      }),
      panel(
        "Messages from phones",
        "By their request. Many STOP after a release are a warning.",
        inADayBy("delivery_inbound_total", "kind"),
        { width: 12 },
      ),
    ]),
    rowOfTwo("Digests and limits", [
      panel("Digests", "Scheduled digests in a day, by outcome.", [
        inADayBy("delivery_digests_total", "outcome"),
      ]),
      panel(
        "Delivered, read and played",
        "Receipts in a day. Read receipts depend on the phone's settings.",
        inADayBy("delivery_receipts_total", "status", { status: "=~delivered|read|played" }),
      ),
      panel(
        "Messages from unknown senders",
        "By the outcome of the reply.",
        inADayBy("delivery_unknown_sender_replies_total", "outcome"),
        { mayBeEmpty: "no unknown sender has written" },
      ),
      panel(
        "Profile images",
        "Uploaded in a day, by outcome.",
        inADayBy("identity_picture_uploads_total", "outcome"),
        { mayBeEmpty: "no image was uploaded" },
      ),
      panel(
        "Refused categories",
        "Choices beyond the limit of the plan: interest in a larger plan.",
        inADay("preferences_category_limit_total", "refused"),
      ),
      panel("Log-ins", "Checked e-mail and password pairs, by outcome.", [
        inADayBy("identity_credential_checks_total", "outcome"),
      ]),
    ]),
  ],
};
