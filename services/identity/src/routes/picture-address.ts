import type { User } from "../domain/account/account.ts";

/** Where a browser finds the picture of a person; null when there is none. */
export const pictureAddress = ({ picture }: Pick<User, "picture">): string | null =>
  picture ? `/media/pictures/${picture.key}` : null;
