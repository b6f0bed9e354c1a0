import type { Metric } from "./metric.ts";

export const identity = {
  identity_password_hash_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time from asking for a password hash or check to its answer, waiting included",
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
    help: "Accounts deleted",
    labels: [],
  },
  identity_picture_uploads_total: {
    type: "counter",
    unit: "count",
    help: "Profile pictures sent, by what became of them",
    labels: ["outcome"],
  },
  identity_signups_total: {
    type: "counter",
    unit: "count",
    help: "Accounts made",
    labels: [],
  },
} as const satisfies Record<string, Metric>;
