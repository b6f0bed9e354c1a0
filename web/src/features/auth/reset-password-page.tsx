import { useState } from "react";
import { useTranslation } from "react-i18next";
import { focusMainPart } from "../../components/main-part.tsx";
import { paths } from "../../config/paths.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { AuthFrame, NextLink } from "./auth-frame.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { useLink } from "./use-link.ts";
import { useNextPage } from "./use-next-page.ts";

export default function ResetPasswordPage() {
  const { t } = useTranslation();
  const { token, forget } = useLink();
  const { linkTo } = useNextPage();
  const [refused, setRefused] = useState(false);
  // The build does not know the token, and renders the form.
  const hydrating = useHydrating();
  const expired = refused || (!token && !hydrating);
  const onLinkExpired = () => {
    setRefused(true);
    forget();
    // The button that had the focus disappears.
    focusMainPart();
  };
  return (
    <AuthFrame
      title={t(expired ? "recovery.expired" : "recovery.reset.title")}
      subtitle={t(expired ? "recovery.reset.expired" : "recovery.reset.text")}
    >
      {expired ? (
        <NextLink {...linkTo(paths.forgotPassword, "")}>{t("recovery.newLink")}</NextLink>
      ) : (
        <NewPasswordForm by={{ token: token ?? "" }} onLinkExpired={onLinkExpired} />
      )}
    </AuthFrame>
  );
}
