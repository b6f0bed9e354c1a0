import { replyText } from "../conversation/conversation.ts";
import { type Delivery, partsOf, requestId } from "./delivery.ts";
import { startOf } from "./timing.ts";
import { finish, type Transition } from "./transitions.ts";

/** What content has composed for one request. Without texts and audio there is no digest, or no story any more. */
export interface Composition extends Pick<
  Delivery,
  "texts" | "audio" | "audioMissing" | "coveredCategories" | "stories" | "headline" | "traceContext"
> {
  /** Stories for subscribers who ask for more, one message each. */
  more: string[];
  storyIds: string[];
  /** Content found nothing new for the chosen categories. */
  nothingNew: boolean;
}

/**
 * Stores the composition. Only a delivery that waits for exactly this request takes it: a repeated event, or
 * the answer to an earlier request of a moved delivery, changes nothing.
 *
 * @param answeredId  id of the request that was answered
 */
export const markComposed =
  (answeredId: string, composition: Composition, now: Date): Transition =>
  (delivery) => {
    if (delivery.phase !== "composing" || requestId(delivery) !== answeredId) return null;
    const { nothingNew, more, ...content } = composition;
    const { texts, audio } = content;
    if (texts.length === 0 && audio.length === 0) {
      if (delivery.kind === "story") {
        const gone = replyText("story_gone", delivery.language, {});
        return markComposed(answeredId, { ...composition, texts: [gone] }, now)(delivery);
      }
      return nothingNew
        ? finish("skipped", "nothing_new")(delivery)
        : finish("failed", "not_composed")(delivery);
    }
    return {
      next: {
        ...delivery,
        // Without a trace of the composition, its trace is that of the request.
        ...content,
        more: more.length > 0 ? more : undefined,
        phase: "ready",
        parts: partsOf(texts.length, audio.length),
        workAt: startOf(delivery) > now ? startOf(delivery) : now,
      },
    };
  };
