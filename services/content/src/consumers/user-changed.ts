import { projection, type Forgetting } from "@matinale/bus";
import { languageFrom, voiceFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** A tombstone erases all data of the person. */
export const userChangedConsumer = ({ model }: SubscriberStore, forgetting: Forgetting) =>
  projection("user.changed", model, forgetting, (message) => ({
    language: languageFrom(message.language),
    voice: voiceFrom(message.voice),
  }));
