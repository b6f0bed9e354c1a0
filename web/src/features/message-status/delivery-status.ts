import {
  CheckCheck,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Eye,
  Headphones,
  type LucideIcon,
} from "lucide-react";
import type { Tone } from "../../components/badge.tsx";
import type { TranslationKey } from "../../i18n/i18n.ts";
import type { HistoryEntry } from "../../api/resources/deliveries-api.ts";

interface Shown {
  tone: Tone;
  icon: LucideIcon;
  label: TranslationKey;
}

const statuses: Record<string, Shown> = {
  sent: { tone: "ok", icon: CircleCheck, label: "status.states.sent" },
  success: { tone: "ok", icon: CircleCheck, label: "status.states.success" },
  delivered: { tone: "info", icon: CheckCheck, label: "status.states.delivered" },
  read: { tone: "read", icon: Eye, label: "status.states.read" },
  played: { tone: "read", icon: Headphones, label: "status.states.played" },
  error: { tone: "error", icon: CircleX, label: "status.states.error" },
  failed: { tone: "error", icon: CircleX, label: "status.states.failed" },
  pending: { tone: "warn", icon: Clock, label: "status.states.pending" },
  planned: { tone: "warn", icon: Clock, label: "status.states.planned" },
  composing: { tone: "warn", icon: Clock, label: "status.states.composing" },
  ready: { tone: "warn", icon: Clock, label: "status.states.ready" },
  sending: { tone: "warn", icon: Clock, label: "status.states.sending" },
  missed: { tone: "neutral", icon: CircleDashed, label: "status.states.missed" },
  skipped: { tone: "neutral", icon: CircleDashed, label: "status.states.skipped" },
};

const unknown: Shown = { tone: "neutral", icon: CircleDashed, label: "status.states.unknown" };

/** Colour, icon and label of a status; an unknown status is neutral. */
export function deliveryStatus({ status, played }: Pick<HistoryEntry, "status" | "played">): Shown {
  return statuses[status === "read" && played ? "played" : status] ?? unknown;
}
