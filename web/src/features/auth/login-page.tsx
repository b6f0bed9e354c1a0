import { EnabledOnceInteractive } from "../../hydration/enabled-once-interactive.tsx";
import { LoginForm } from "./login-form.tsx";

export default function LoginPage() {
  return (
    <EnabledOnceInteractive>
      <LoginForm />
    </EnabledOnceInteractive>
  );
}
