import { projection, type Forgetting } from "@matinale/bus";
import { languageFrom, voiceFrom } from "@matinale/contracts";
import type { Deps } from "../application/deps.ts";

/** A tombstone erases all data of the person. */
export const userChangedConsumer = ({ subscribers }: Deps, forgetting: Forgetting) =>
  projection("user.changed", subscribers.model, forgetting, (message) => ({
    language: languageFrom(message.language),
    voice: voiceFrom(message.voice),
  }));
