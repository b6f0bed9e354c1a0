import { LoginForm } from "../../features/auth/login-form.tsx";

export default LoginForm;
