import type { Board } from "./board.ts";
import { growth, growthBy } from "./queries.ts";

const day = { window: "1d" };

export const business: Board = {
  uid: "matinale-business",
  title: "Matinale · subscribers",
  description:
    "Sign-ups, payments, digests and deletions. Each point covers the 24 hours before it.",
  rows: [
    {
      title: "Coming and going",
      panels: [
        {
          title: "Sign-ups",
          description: "New accounts in a day.",
          queries: [growth("identity_signups_total", "sign-ups", day)],
        },
        {
          title: "Trials",
          description: "Started, and ended without a plan.",
          queries: [
            growth("billing_trials_started_total", "started", day),
            growth("billing_trials_ended_total", "ended", day),
          ],
        },
        {
          title: "Subscriptions",
          description:
            "By new status: active is a purchase or a late payment; past_due is a failed payment.",
          queries: [growthBy("billing_status_changes_total", "status", day)],
          mayBeEmpty: "no subscription was bought or cancelled yet",
        },
        {
          title: "Accounts deleted",
          description: "In a day.",
          width: 12,
          queries: [growth("identity_erasures_total", "deleted", day)],
        },
        {
          title: "Messages from phones",
          description: "By their request. Many STOP after a release are a warning.",
          width: 12,
          queries: [growthBy("delivery_inbound_total", "kind", day)],
        },
      ],
    },
    {
      title: "Digests and limits",
      width: 12,
      panels: [
        {
          title: "Digests",
          description: "Scheduled digests in a day, by outcome.",
          queries: [growthBy("delivery_digests_total", "outcome", day)],
        },
        {
          title: "Delivered, read and played",
          description: "Receipts in a day. Read receipts depend on the phone's settings.",
          queries: [
            growthBy("delivery_receipts_total", "status", {
              ...day,
              where: { status: "=~delivered|read|played" },
            }),
          ],
        },
        {
          title: "Messages from unknown senders",
          description: "By the outcome of the reply.",
          queries: [growthBy("delivery_unknown_sender_replies_total", "outcome", day)],
          mayBeEmpty: "no unknown sender has written",
        },
        {
          title: "Profile images",
          description: "Uploaded in a day, by outcome.",
          queries: [growthBy("identity_picture_uploads_total", "outcome", day)],
          mayBeEmpty: "no image was uploaded",
        },
        {
          title: "Refused categories",
          description: "Choices beyond the limit of the plan: interest in a larger plan.",
          queries: [growth("preferences_category_limit_total", "refused", day)],
        },
        {
          title: "Log-ins",
          description: "Checked e-mail and password pairs, by outcome.",
          queries: [growthBy("identity_credential_checks_total", "outcome", day)],
        },
      ],
    },
  ],
};
