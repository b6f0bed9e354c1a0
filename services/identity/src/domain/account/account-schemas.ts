import {
  confirmation,
  credentials,
  passwordChange,
  passwordReset,
  signup,
} from "@matinale/contracts/api";
import { canonicalPassword } from "./account.ts";

/** The schemas of `contracts`, with values transformed into their stored form. */
const password = credentials.shape.password.transform(canonicalPassword);

export const signupSchema = signup.extend({
  password: signup.shape.password.transform(canonicalPassword),
  phone: signup.shape.phone.transform((value) => (value === "" ? undefined : value)),
});

export const credentialsSchema = credentials.extend({ password });
export const erasureSchema = confirmation.extend({ password });
export const passwordChangeSchema = passwordChange.extend({
  currentPassword: passwordChange.shape.currentPassword.transform(canonicalPassword),
  newPassword: passwordChange.shape.newPassword.transform(canonicalPassword),
});
export const passwordResetSchema = passwordReset.transform((reset) => ({
  ...reset,
  password: canonicalPassword(reset.password),
}));
