import { SignUpForm } from "../../features/auth/sign-up-form.tsx";
import { Operable } from "../operable.tsx";

export default function SignUpPage() {
  return (
    <Operable>
      <SignUpForm />
    </Operable>
  );
}
