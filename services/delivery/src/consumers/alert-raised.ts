import { consumer, type Consumer, type Received } from "@matinale/bus";
import { categoriesFrom, dateFrom, languages, voices } from "@matinale/contracts";
import type { Deps } from "../application/deps.ts";
import type { Alert, AlertVersion } from "../domain/alerts/alert.ts";
import { audioOf, traceOf } from "./audio-ready.ts";

/** The versions in languages and voices that this service knows. */
const versionsOf = ({
  versions,
}: NonNullable<Received<"alert.raised">["message"]>): AlertVersion[] =>
  versions.flatMap(({ language: code, title, text, notes }) => {
    const language = languages.find((known) => known === code);
    if (language === undefined || title === "" || text === "") return [];
    return {
      language,
      title,
      text,
      notes: notes.flatMap(({ voice: name, audio }) => {
        const voice = voices.find((known) => known === name);
        return voice === undefined ? [] : { voice, audio: audioOf(audio) };
      }),
    };
  });

function alertOf(event: Received<"alert.raised">, now: Date): Alert | null {
  const { message, occurredAt } = event;
  if (message === null) return null;
  const [category] = categoriesFrom([message.category]);
  const versions = versionsOf(message);
  if (category === undefined || versions.length === 0) return null;
  const { alertId, countries, storyIds, detectedAt } = message;
  return {
    _id: alertId,
    category,
    countries,
    storyIds,
    detectedAt: dateFrom(detectedAt, occurredAt),
    versions,
    // the order of arrival: an older alert that arrives later must not overtake one that is being planned
    workAt: now,
    ...traceOf(event),
  };
}

/**
 * Content has raised an alert. Redelivery is safe: an alert is stored once under its id. The uploads are requested first,
 * so a crash between the two loses none.
 */
export const alertRaisedConsumer = ({ alerts, uploads, now, onWork, onAlert }: Deps): Consumer =>
  consumer({
    topic: "alert.raised",
    handle: async (events) => {
      for (const alert of events.flatMap((event) => alertOf(event, now()) ?? [])) {
        const notes = alert.versions.flatMap((version) => version.notes);
        await uploads.request(
          notes.flatMap(({ audio }) => audio),
          now(),
        );
        await alerts.insertNew(alert._id, { ...alert });
      }
      onWork();
      onAlert();
    },
  });
