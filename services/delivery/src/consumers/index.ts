import { personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import { type AudioReadyDeps, onAudioReady } from "./audio-ready.ts";
import { type ProjectionDeps, projections } from "./projections.ts";

/** Every topic that delivery consumes. */
export function consumers(
  deps: ProjectionDeps & AudioReadyDeps,
  forgetting: Forgetting,
): Consumer[] {
  const { user, preferences, subscription } = projections(deps);
  return [
    personalConsumer(forgetting, { topic: "user.changed", handle: user }),
    personalConsumer(forgetting, { topic: "preferences.changed", handle: preferences }),
    personalConsumer(forgetting, { topic: "subscription.changed", handle: subscription }),
    personalConsumer(forgetting, { topic: "audio.ready", handle: onAudioReady(deps) }),
  ];
}
