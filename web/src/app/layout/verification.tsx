import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useSendsMail } from "../../api/resources/product-api.ts";
import { lazyPage } from "../../components/lazy-page.tsx";
import { useI18n } from "../../i18n/hydrated-language.tsx";
import { maybeSignedIn } from "../../session/signed-in-cookie.ts";
import { useSession } from "../../session/use-session.ts";
import { isPublic } from "../routes.ts";

// Few readers need it. The pages work without it when it fails to load.
const VerificationBanner = lazyPage<{ email: string }>(
  () => import("./verification-banner.tsx").catch(() => ({ default: () => null })),
  [],
);

/**
 * Above the pages of an account whose address is not verified. In the same Suspense as the page, which it
 * would move when it appeared later.
 */
export function Verification() {
  const { pathname } = useLocation();
  const session = useSession();
  const sendsMail = useSendsMail();
  const i18n = useI18n();
  const isOfAccount = !isPublic(pathname);
  const isPossible = isOfAccount && maybeSignedIn();
  // Beside the request for the session: a page that is shown already would be hidden while the banner loads.
  useEffect(() => {
    if (isPossible) void VerificationBanner.preload(i18n);
  }, [isPossible, i18n]);
  if (!isOfAccount || session.state !== "signedIn") return null;
  const { email, emailVerified } = session.me;
  // A server that does not verify addresses leaves the field out. Without mail no address can be verified.
  if (!sendsMail || emailVerified !== false) return null;
  return <VerificationBanner key={email} email={email} />;
}
