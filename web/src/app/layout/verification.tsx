import { lazy, type ComponentType } from "react";
import { useLocation } from "react-router-dom";
import { useSendsMail } from "../../api/resources/product-api.ts";
import { useSession } from "../../session/use-session.ts";
import { isPublic } from "../routes.ts";

// Few readers need it. The pages work without it when it fails to load.
const VerificationBanner = lazy<ComponentType<{ email: string }>>(() =>
  import("./verification-banner.tsx").catch(() => ({ default: () => null })),
);

/**
 * Above the pages of an account whose address is not verified. In the same Suspense as the page, which it
 * would move when it appeared later.
 */
export function Verification() {
  const { pathname } = useLocation();
  const session = useSession();
  const sendsMail = useSendsMail();
  if (isPublic(pathname) || session.state !== "signedIn") return null;
  const { email, emailVerified } = session.me;
  // A server that does not verify addresses leaves the field out. Without mail no address can be verified.
  if (!sendsMail || emailVerified !== false) return null;
  return <VerificationBanner key={email} email={email} />;
}
