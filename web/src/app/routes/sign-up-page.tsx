import { SignUpForm } from "../../features/auth/sign-up-form.tsx";

export default SignUpForm;
