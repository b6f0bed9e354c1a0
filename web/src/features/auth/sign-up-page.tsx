import { EnabledOnceInteractive } from "../../hydration/enabled-once-interactive.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

export default function SignUpPage() {
  return (
    <EnabledOnceInteractive>
      <SignUpForm />
    </EnabledOnceInteractive>
  );
}
