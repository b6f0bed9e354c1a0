import type { Metric } from "./metric.ts";

export const identity = {
  identity_password_hash_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time of a password hash or check, waiting included",
    labels: ["operation"],
    buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
  },
  identity_password_refused_total: {
    type: "counter",
    unit: "count",
    help: "Password hashes and checks refused because too many were waiting",
    labels: [],
  },
  identity_picture_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time to make a profile image, waiting included",
    labels: [],
    buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
  },
  identity_credential_checks_total: {
    type: "counter",
    unit: "count",
    help: "E-mail and password pairs checked",
    labels: ["outcome"],
  },
  identity_erasures_total: {
    type: "counter",
    unit: "count",
    help: "Deleted accounts",
    labels: [],
  },
  identity_picture_uploads_total: {
    type: "counter",
    unit: "count",
    help: "Uploaded profile pictures, by outcome",
    labels: ["outcome"],
  },
  identity_account_messages_total: {
    type: "counter",
    unit: "count",
    help: "Messages about accounts, by mail or WhatsApp, by kind and outcome",
    labels: ["kind", "outcome"],
  },
  identity_account_messages_failing_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "Time since the first failed attempt of the message that fails longest",
    labels: [],
  },
  identity_signups_total: {
    type: "counter",
    unit: "count",
    help: "Created accounts",
    labels: [],
  },
} as const satisfies Record<string, Metric>;
