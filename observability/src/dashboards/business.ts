import { panel, row, rowOfTwo, type Board } from "./board.ts";
import { growth, growthBy } from "./queries.ts";

const day = { window: "1d" };

export const business: Board = {
  uid: "matinale-business",
  title: "Matinale · subscribers",
  description:
    "Sign-ups, payments, digests and deletions. Each point covers the 24 hours before it.",
  rows: [
    row("Coming and going", [
      panel("Sign-ups", "New accounts in a day.", [
        growth("identity_signups_total", "sign-ups", day),
      ]),
      panel("Trials", "Started, and ended without a plan.", [
        growth("billing_trials_started_total", "started", day),
        growth("billing_trials_ended_total", "ended", day),
      ]),
      panel(
        "Subscriptions",
        "By new status: active is a purchase or a late payment; past_due is a failed payment.",
        [growthBy("billing_status_changes_total", "status", day)],
        { mayBeEmpty: "no subscription was bought or cancelled yet" },
      ),
      panel("Accounts deleted", "In a day.", [growth("identity_erasures_total", "deleted", day)], {
        width: 12,
      }),
      panel(
        "Messages from phones",
        "By their request. Many STOP after a release are a warning.",
        [growthBy("delivery_inbound_total", "kind", day)],
        { width: 12 },
      ),
    ]),
    rowOfTwo("Digests and limits", [
      panel("Digests", "Scheduled digests in a day, by outcome.", [
        growthBy("delivery_digests_total", "outcome", day),
      ]),
      panel(
        "Delivered, read and played",
        "Receipts in a day. Read receipts depend on the phone's settings.",
        [
          growthBy("delivery_receipts_total", "status", {
            ...day,
            where: { status: "=~delivered|read|played" },
          }),
        ],
      ),
      panel(
        "Messages from unknown senders",
        "By the outcome of the reply.",
        [growthBy("delivery_unknown_sender_replies_total", "outcome", day)],
        { mayBeEmpty: "no unknown sender has written" },
      ),
      panel(
        "Profile images",
        "Uploaded in a day, by outcome.",
        [growthBy("identity_picture_uploads_total", "outcome", day)],
        { mayBeEmpty: "no image was uploaded" },
      ),
      panel(
        "Refused categories",
        "Choices beyond the limit of the plan: interest in a larger plan.",
        [growth("preferences_category_limit_total", "refused", day)],
      ),
      panel("Log-ins", "Checked e-mail and password pairs, by outcome.", [
        growthBy("identity_credential_checks_total", "outcome", day),
      ]),
    ]),
  ],
};
