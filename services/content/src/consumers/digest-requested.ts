import { personalConsumer, type Consumer, type Forgetting, type Received } from "@matinale/bus";
import {
  asDigestId,
  asUserId,
  categoriesFrom,
  countryFrom,
  dateFrom,
  languageFrom,
  longestMinutes,
  partOfDayFrom,
  voiceFrom,
} from "@matinale/contracts";
import { orderKey } from "../domain/content-keys.ts";
import { z } from "zod";
import type { DigestRequestStore } from "../store/digest-requests.ts";

const day = 24 * 60 * 60 * 1000;
const defaultSeconds = 300;
/** A request for more is an error of the sender. */
const longestSeconds = longestMinutes * 60;

const localDate = z.iso.date();
const localTime = z
  .string()
  .length("YYYY-MM-DDTHH:MM".length)
  .pipe(z.iso.datetime({ local: true, precision: -1 }));

/** The date and the next edition that the voice says; no edition that is malformed or not later. */
function calendarOf(message: { localDate: string; nextEdition: string }, windowEnd: Date) {
  const today = windowEnd.toISOString().slice(0, 10);
  const { data: date = today } = localDate.safeParse(message.localDate);
  const { data: next = "" } = localTime.safeParse(message.nextEdition);
  return next.slice(0, 10) < date ? { localDate: date } : { localDate: date, nextEdition: next };
}

/** The request as it is stored. Missing or unknown values get defaults, so that every request gets a digest. */
function requestOf(event: Received<"digest.requested">) {
  const { message, occurredAt, correlationId, traceparent, id } = event;
  if (message === null) return [];
  const windowEnd = dateFrom(message.windowEnd, occurredAt);
  const windowStart = dateFrom(message.windowStart, new Date(windowEnd.getTime() - day));
  const order = {
    language: languageFrom(message.language),
    voice: voiceFrom(message.voice),
    country: countryFrom(message.country),
    categories: [...new Set(categoriesFrom(message.categories))],
    maxSeconds: Math.min(message.maxSeconds || defaultSeconds, longestSeconds),
    windowStart,
    windowEnd,
    partOfDay: partOfDayFrom(message.partOfDay),
    ...calendarOf(message, windowEnd),
    ...(message.storyId === "" ? {} : { storyId: message.storyId }),
  };
  return {
    _id: asDigestId(message.digestId),
    userId: asUserId(message.userId),
    order,
    orderKey: orderKey(order),
    dueAt: dateFrom(message.dueAt, occurredAt),
    manual: message.manual,
    correlationId,
    causationId: id,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** Stores the request by the id of its digest: a redelivered event changes nothing. `compose-digests` answers it. */
export const digestRequestedConsumer = (
  requests: DigestRequestStore,
  onRequested: () => void,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "digest.requested",
    handle: async (events) => {
      await requests.receive(events.flatMap(requestOf), new Date());
      onRequested();
    },
  });
