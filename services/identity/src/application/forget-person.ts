import type { Forgetting } from "@matinale/bus";
import type { Stores } from "../store/index.ts";

/** How identity forgets people: all but the account itself, which `eraseAccount` erases. */
export const forgettingOf = ({
  erased,
  messages,
  links,
  codes,
  subscribers,
  contactMessages,
}: Stores): Forgetting => ({
  erased,
  forget: async (ids) => {
    await Promise.all([
      messages.eraseAll(ids, "about.userId"),
      links.eraseAll(ids, "userId"),
      codes.eraseAll(ids),
      subscribers.eraseAll(ids),
      contactMessages.eraseAll(ids, "userId"),
    ]);
  },
});
