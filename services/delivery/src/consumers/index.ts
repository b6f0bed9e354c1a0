import { personalSubscription, type Forgetting, type Subscription } from "@matinale/bus";
import { type AudioReadyDeps, onAudioReady } from "./audio-ready.ts";
import { type ProjectionDeps, projections } from "./projections.ts";

/** Everything this service listens to. */
export function consumers(
  deps: ProjectionDeps & AudioReadyDeps,
  forgetting: Forgetting,
): Subscription[] {
  const copies = projections(deps);
  return [
    personalSubscription(forgetting, {
      handler: "project-user",
      topic: "user.changed",
      handle: copies.user,
    }),
    personalSubscription(forgetting, {
      handler: "project-preferences",
      topic: "preferences.changed",
      handle: copies.preferences,
    }),
    personalSubscription(forgetting, {
      handler: "project-subscription",
      topic: "subscription.changed",
      handle: copies.subscription,
    }),
    personalSubscription(forgetting, {
      handler: "take-audio",
      topic: "audio.ready",
      handle: onAudioReady(deps),
    }),
  ];
}
