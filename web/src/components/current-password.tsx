import type { ComponentProps } from "react";
import { AccountName } from "./account-name.tsx";
import { Field } from "./field.tsx";

type CurrentPasswordProps = Omit<ComponentProps<typeof Field>, "type" | "autoComplete"> & {
  /** Address of the account. */
  email: string;
};

/** Asks for the password of an account; password managers fill it in. */
export const CurrentPassword = ({ email, ...field }: CurrentPasswordProps) => (
  <>
    <AccountName email={email} />
    <Field {...field} type="password" autoComplete="current-password" />
  </>
);
