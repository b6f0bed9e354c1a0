import { projection, type Forgetting } from "@matinale/bus";
import { languageFrom, voiceFrom } from "@matinale/contracts";
import type { Deps } from "../application/deps.ts";
import { refreshAfter } from "../application/change-subscriber.ts";

/** A tombstone erases all data of the person. */
export const userChangedConsumer = (deps: Deps, forgetting: Forgetting) =>
  projection(
    "user.changed",
    deps.subscribers.model,
    forgetting,
    (message) => ({ language: languageFrom(message.language), voice: voiceFrom(message.voice) }),
    (events) => refreshAfter(events, deps),
  );
