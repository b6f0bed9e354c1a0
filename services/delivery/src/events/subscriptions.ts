import { subscription, type Subscription } from "@matinale/bus";
import { type AudioReadyDeps, onAudioReady } from "./audio-ready.ts";
import { type ProjectionDeps, projections } from "./projections.ts";

/** Everything this service listens to. */
export function subscriptions(deps: ProjectionDeps & AudioReadyDeps): Subscription[] {
  const copies = projections(deps);
  return [
    subscription({ handler: "project-user", topic: "user.changed", handle: copies.user }),
    subscription({
      handler: "project-preferences",
      topic: "preferences.changed",
      handle: copies.preferences,
    }),
    subscription({
      handler: "project-subscription",
      topic: "subscription.changed",
      handle: copies.subscription,
    }),
    subscription({ handler: "take-audio", topic: "audio.ready", handle: onAudioReady(deps) }),
  ];
}
