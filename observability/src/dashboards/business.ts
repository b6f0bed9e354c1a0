import { series } from "../expression.ts";
import type { Board } from "./board.ts";

const here = { namespace: "=~$namespace" };
const perDay = (selector: string, by?: string) =>
  `sum${by === undefined ? "" : ` by (${by})`} (increase(${selector}[1d]))`;

export const business: Board = {
  uid: "matinale-business",
  title: "Matinale · subscribers",
  description:
    "Who comes, who pays, who is served and who leaves; each point is the day before it.",
  rows: [
    {
      title: "Coming and going",
      panels: [
        {
          title: "Sign-ups",
          description: "Accounts made in a day.",
          format: "short",
          queries: [{ expr: perDay(series("identity_signups_total", here)), legend: "sign-ups" }],
        },
        {
          title: "Trials",
          description: "Begun, and ended without a plan.",
          format: "short",
          queries: [
            { expr: perDay(series("billing_trials_started_total", here)), legend: "begun" },
            { expr: perDay(series("billing_trials_ended_total", here)), legend: "ended" },
          ],
        },
        {
          title: "Subscriptions",
          description:
            "By the status they took: active is a purchase or a payment that came after all; past_due is a payment that failed.",
          format: "short",
          queries: [
            {
              expr: perDay(series("billing_status_changes_total", here), "status"),
              legend: "{{status}}",
            },
          ],
          mayBeEmpty: "nobody has bought or cancelled anything yet",
        },
        {
          title: "Accounts deleted",
          description: "In a day.",
          format: "short",
          width: 12,
          queries: [{ expr: perDay(series("identity_erasures_total", here)), legend: "deleted" }],
        },
        {
          title: "What people write",
          description:
            "Messages from phones, by what they ask for. Many STOP after a change of ours say something.",
          format: "short",
          width: 12,
          queries: [
            { expr: perDay(series("delivery_inbound_total", here), "kind"), legend: "{{kind}}" },
          ],
        },
      ],
    },
    {
      title: "What they get",
      panels: [
        {
          title: "Digests",
          description: "Scheduled digests in a day, by how they ended.",
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
          title: "Heard and read",
          description: "Receipts in a day; read ones depend on people's settings.",
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
          title: "Categories that were one too many",
          description: "Times that somebody met the limit of their plan: interest in a larger one.",
          format: "short",
          width: 12,
          queries: [
            { expr: perDay(series("preferences_category_limit_total", here)), legend: "refused" },
          ],
        },
        {
          title: "Log-ins",
          description: "E-mail and password pairs checked, by outcome.",
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
