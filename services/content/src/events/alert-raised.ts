import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { Language, Voice } from "@matinale/contracts";
import type { Alert } from "../store/alerts.ts";
import type { AudioPart } from "../store/media.ts";

export type AlertVersion = {
  language: Language;
  title: string;
  text: string;
  notes: { voice: Voice; audio: AudioPart[] }[];
};

/** The event `alert.raised`: one for all subscribers. */
export const alertRaised = (alert: Alert, versions: readonly AlertVersion[]): OutboxEntry =>
  record("alert.raised", {
    alertId: alert._id,
    category: alert.category,
    countries: alert.countries,
    storyIds: alert.storyIds,
    detectedAt: timestampFromDate(alert.detectedAt),
    versions: versions.map(({ notes, ...version }) => ({
      ...version,
      notes: notes.map(({ voice, audio }) => ({
        voice,
        audio: audio.map((part) => ({ ...part, sha256: part.mediaKey })),
      })),
    })),
  });
