import { personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import { languageFrom, voiceFrom } from "@matinale/contracts";
import type { Deps } from "../application/deps.ts";

/**
 * Projection, guarded by version: redelivered and out-of-order events change nothing. A tombstone erases all
 * data of the person.
 */
export const userChangedConsumer = ({ subscribers }: Deps, forgetting: Forgetting): Consumer =>
  personalConsumer(forgetting, {
    topic: "user.changed",
    handle: (events) =>
      project(subscribers.model, "user", events, (message) => ({
        language: languageFrom(message.language),
        voice: voiceFrom(message.voice),
      })),
  });
