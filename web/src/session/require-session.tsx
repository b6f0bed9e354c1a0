import { useTranslation } from "../i18n/translation.tsx";
import { Navigate, Outlet } from "react-router-dom";
import { PageBody } from "../components/page.tsx";
import { Waiting } from "../components/spinner.tsx";
import { paths } from "../config/paths.ts";
import { useSession } from "./use-session.ts";

/** Pages inside are for signed-in readers; others are sent to log in. */
export function RequireSession() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.state === "signedOut") return <Navigate to={paths.login} replace />;
  if (session.state === "signedIn") return <Outlet />;
  return (
    <PageBody>
      <Waiting label={t("common.loading")} />
    </PageBody>
  );
}
