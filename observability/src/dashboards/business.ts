import { series } from "../expression.ts";
import type { Board } from "./board.ts";

const here = { namespace: "=~$namespace" };
const perDay = (selector: string, by?: string) =>
  `sum${by === undefined ? "" : ` by (${by})`} (increase(${selector}[1d]))`;

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
          format: "short",
          queries: [{ expr: perDay(series("identity_signups_total", here)), legend: "sign-ups" }],
        },
        {
          title: "Trials",
          description: "Started, and ended without a plan.",
          format: "short",
          queries: [
            { expr: perDay(series("billing_trials_started_total", here)), legend: "started" },
            { expr: perDay(series("billing_trials_ended_total", here)), legend: "ended" },
          ],
        },
        {
          title: "Subscriptions",
          description:
            "By new status: active is a purchase or a late payment; past_due is a failed payment.",
          format: "short",
          queries: [
            {
              expr: perDay(series("billing_status_changes_total", here), "status"),
              legend: "{{status}}",
            },
          ],
          mayBeEmpty: "no subscription was bought or cancelled yet",
        },
        {
          title: "Accounts deleted",
          description: "In a day.",
          format: "short",
          width: 12,
          queries: [{ expr: perDay(series("identity_erasures_total", here)), legend: "deleted" }],
        },
        {
          title: "Messages from phones",
          description: "By their request. Many STOP after a release are a warning.",
          format: "short",
          width: 12,
          queries: [
            { expr: perDay(series("delivery_inbound_total", here), "kind"), legend: "{{kind}}" },
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
          format: "short",
          width: 12,
          queries: [
            {
              expr: perDay(series("delivery_digests_total", here), "outcome"),
              legend: "{{outcome}}",
            },
          ],
        },
        {
          title: "Delivered, read and played",
          description: "Receipts in a day. Read receipts depend on the phone's settings.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: perDay(
                series("delivery_receipts_total", { ...here, status: "=~delivered|read|played" }),
                "status",
              ),
              legend: "{{status}}",
            },
          ],
        },
        {
          title: "Refused categories",
          description: "Choices beyond the limit of the plan: interest in a larger plan.",
          format: "short",
          width: 12,
          queries: [
            { expr: perDay(series("preferences_category_limit_total", here)), legend: "refused" },
          ],
        },
        {
          title: "Log-ins",
          description: "Checked e-mail and password pairs, by outcome.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: perDay(series("identity_credential_checks_total", here), "outcome"),
              legend: "{{outcome}}",
            },
          ],
        },
      ],
    },
  ],
};
