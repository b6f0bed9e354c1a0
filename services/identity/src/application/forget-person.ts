import type { Forgetting } from "@matinale/bus";
import type { Stores } from "../store/index.ts";

/** How identity forgets people whom others have erased: only its copies of their plan and preferences are left. */
export const forgettingOf = ({ erased, subscribers }: Stores): Forgetting => ({
  erased,
  forget: (ids) => subscribers.eraseAll(ids),
});
