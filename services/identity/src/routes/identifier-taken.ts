import { HttpError } from "@matinale/kit";
import { texts } from "../domain/texts.ts";
import { IdentifierTaken } from "../store/users.ts";

/** For `.catch`: answers 409 and names the field that another account has. */
export const refuseTakenIdentifier = (error: unknown): never => {
  if (!(error instanceof IdentifierTaken)) throw error;
  throw error.field === "email"
    ? new HttpError("EMAIL_TAKEN", texts.emailTaken, { cause: error })
    : new HttpError("USERNAME_TAKEN", texts.usernameTaken, { cause: error });
};
