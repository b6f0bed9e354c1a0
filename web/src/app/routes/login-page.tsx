import { LoginForm } from "../../features/auth/login-form.tsx";
import { Operable } from "../operable.tsx";

export default function LoginPage() {
  return (
    <Operable>
      <LoginForm />
    </Operable>
  );
}
