import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/button.tsx";
import { paths } from "../../config/paths.ts";

interface SignedOutLinksProps extends Omit<ComponentProps<typeof ButtonLink>, "to" | "variant"> {
  onLanding: boolean;
  /** Look of the link to the log-in. */
  signIn?: ComponentProps<typeof ButtonLink>["variant"];
}

/** Links to the log-in and to the sign-up; on the landing page only to the sign-up. */
export function SignedOutLinks({ onLanding, signIn = "secondary", ...look }: SignedOutLinksProps) {
  const { t } = useTranslation();
  return (
    <>
      {onLanding ? null : (
        <ButtonLink {...look} to={paths.login} variant={signIn}>
          {t("nav.signIn")}
        </ButtonLink>
      )}
      <ButtonLink {...look} to={paths.signup} variant="primary">
        {t(onLanding ? "nav.getStarted" : "nav.signUp")}
      </ButtonLink>
    </>
  );
}
