import type { Forgetting } from "@matinale/bus";
import type { Stores } from "../store/index.ts";

/**
 * How identity forgets people: all but the account itself, which `eraseAccount` erases. No other marker is needed: an
 * event is about an erased person when there is no account.
 */
export const forgettingOf = ({
  users,
  messages,
  links,
  codes,
  subscribers,
  contactMessages,
}: Stores): Forgetting => ({
  erased: {
    // only for consumers of user.changed
    mark: async () => undefined,
    among: (ids) => users.withoutAccount(ids),
    since: (at) => users.erasedSince(at),
  },
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
