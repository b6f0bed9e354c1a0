import { series } from "../expression.ts";
import type { Board } from "./board.ts";
import { here, increase, perLabel, total } from "./queries.ts";

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
          queries: [total(increase(series("identity_signups_total", here), "1d"), "sign-ups")],
        },
        {
          title: "Trials",
          description: "Started, and ended without a plan.",
          queries: [
            total(increase(series("billing_trials_started_total", here), "1d"), "started"),
            total(increase(series("billing_trials_ended_total", here), "1d"), "ended"),
          ],
        },
        {
          title: "Subscriptions",
          description:
            "By new status: active is a purchase or a late payment; past_due is a failed payment.",
          queries: [
            perLabel("sum", "status", increase(series("billing_status_changes_total", here), "1d")),
          ],
          mayBeEmpty: "no subscription was bought or cancelled yet",
        },
        {
          title: "Accounts deleted",
          description: "In a day.",
          width: 12,
          queries: [total(increase(series("identity_erasures_total", here), "1d"), "deleted")],
        },
        {
          title: "Messages from phones",
          description: "By their request. Many STOP after a release are a warning.",
          width: 12,
          queries: [
            perLabel("sum", "kind", increase(series("delivery_inbound_total", here), "1d")),
          ],
        },
      ],
    },
    {
      title: "Digests and limits",
      panels: [
        {
          title: "Digests",
          description: "Scheduled digests in a day, by outcome.",
          width: 12,
          queries: [
            perLabel("sum", "outcome", increase(series("delivery_digests_total", here), "1d")),
          ],
        },
        {
          title: "Delivered, read and played",
          description: "Receipts in a day. Read receipts depend on the phone's settings.",
          width: 12,
          queries: [
            perLabel(
              "sum",
              "status",
              increase(
                series("delivery_receipts_total", { ...here, status: "=~delivered|read|played" }),
                "1d",
              ),
            ),
          ],
        },
        {
          title: "Messages from unknown senders",
          description: "By the outcome of the reply.",
          width: 12,
          queries: [
            perLabel(
              "sum",
              "outcome",
              increase(series("delivery_unknown_sender_replies_total", here), "1d"),
            ),
          ],
          mayBeEmpty: "no unknown sender has written",
        },
        {
          title: "Profile images",
          description: "Uploaded in a day, by outcome.",
          width: 12,
          queries: [
            perLabel(
              "sum",
              "outcome",
              increase(series("identity_picture_uploads_total", here), "1d"),
            ),
          ],
          mayBeEmpty: "no image was uploaded",
        },
        {
          title: "Refused categories",
          description: "Choices beyond the limit of the plan: interest in a larger plan.",
          width: 12,
          queries: [
            total(increase(series("preferences_category_limit_total", here), "1d"), "refused"),
          ],
        },
        {
          title: "Log-ins",
          description: "Checked e-mail and password pairs, by outcome.",
          width: 12,
          queries: [
            perLabel(
              "sum",
              "outcome",
              increase(series("identity_credential_checks_total", here), "1d"),
            ),
          ],
        },
      ],
    },
  ],
};
