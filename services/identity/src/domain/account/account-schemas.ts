import { confirmation, credentials, profilePatch, signup } from "@matinale/contracts/api";
import { canonicalPassword } from "./account.ts";

/** What browsers send is described where everybody can read it; here it gets the form in which it is kept. */
const password = credentials.shape.password.transform(canonicalPassword);

export const signupSchema = signup.extend({
  password: signup.shape.password.transform(canonicalPassword),
  phone: signup.shape.phone.transform((value) => (value === "" ? undefined : value)),
});

export const credentialsSchema = credentials.extend({ password });
export const erasureSchema = confirmation.extend({ password });
export const profileSchema = profilePatch;
