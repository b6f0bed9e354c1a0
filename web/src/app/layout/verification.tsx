import { lazy, type ComponentType } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "../../session/use-session.ts";
import { isPublic } from "../routes.ts";

// Few readers need it. The pages work without it when it fails to load.
const VerificationBanner = lazy<ComponentType<{ email: string }>>(() =>
  import("./verification-banner.tsx").catch(() => ({ default: () => null })),
);

/**
 * Above the pages of an account whose address is not verified. Those pages show their content when the session is
 * known, and the banner is in the same Suspense: it appears with them and moves nothing.
 */
export function Verification() {
  const { pathname } = useLocation();
  const session = useSession();
  if (isPublic(pathname) || session.state !== "signedIn") return null;
  const { email, emailVerified } = session.me;
  return emailVerified === false ? <VerificationBanner key={email} email={email} /> : null;
}
