import { query, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { z } from "zod";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { historyEntry, isShown } from "../domain/delivery/history.ts";
import { languageOf, zoneOf } from "../domain/subscriber/subscriber.ts";
import { siteText } from "../domain/conversation/wording.ts";
import type { Deps } from "../application/deps.ts";

const historyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.[\w-]{1,64}$/)
    .optional(),
});

const cursorOf = ({ dueAt, _id }: Delivery): string => `${dueAt.getTime()}.${_id}`;

function cursorFrom(cursor: string): Pick<Delivery, "dueAt" | "_id"> {
  const [time = "", _id = ""] = cursor.split(".");
  return { dueAt: new Date(Number(time)), _id };
}

/** One entry for each delivery, newest first, in the reader's language. */
export const messageHistoryRoutes = ({ deliveries, subscribers, now }: Deps): Router =>
  router().get("/message-history", query(historyQuery), async (req, res) => {
    const { userId } = req;
    const { limit, cursor } = historyQuery.parse(req.query);
    const [subscriber, found] = await Promise.all([
      subscribers.of(userId),
      deliveries.history(userId, limit, cursor === undefined ? undefined : cursorFrom(cursor)),
    ]);
    const language = readerLanguage(req, languageOf(subscriber));
    const zone = zoneOf(subscriber ?? {});
    const at = now();
    const history = found
      .filter((delivery) => isShown(delivery, at))
      .map((delivery) => historyEntry(delivery, { language, zone }));
    const last = found.length === limit ? found.at(-1) : undefined;
    const nextCursor = last === undefined ? null : cursorOf(last);
    res.vary("accept-language");
    res.json({ success: true, history, nextCursor, message: siteText("history", language) });
  });
