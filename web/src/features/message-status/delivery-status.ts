import {
  CheckCheck,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Eye,
  Headphones,
} from "lucide-react";
import type { HistoryEntry } from "../../api/resources/deliveries-api.ts";

/** Colour and icon of each status; a text of the same name is its label. */
const statuses = {
  sent: { tone: "ok", icon: CircleCheck },
  success: { tone: "ok", icon: CircleCheck },
  delivered: { tone: "info", icon: CheckCheck },
  read: { tone: "read", icon: Eye },
  played: { tone: "read", icon: Headphones },
  error: { tone: "error", icon: CircleX },
  failed: { tone: "error", icon: CircleX },
  pending: { tone: "warn", icon: Clock },
  missed: { tone: "neutral", icon: CircleDashed },
  skipped: { tone: "neutral", icon: CircleDashed },
  unknown: { tone: "neutral", icon: CircleDashed },
} as const;

const isStatus = (name: string): name is keyof typeof statuses => Object.hasOwn(statuses, name);

/** Colour, icon and label of a status; an unknown status is neutral. */
export function deliveryStatus({ status, played }: Pick<HistoryEntry, "status" | "played">) {
  const name = status === "read" && played ? "played" : status;
  const known = isStatus(name) ? name : "unknown";
  return { ...statuses[known], label: `status.states.${known}` as const };
}
