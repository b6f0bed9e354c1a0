import { Menu, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { styled } from "styled-components";
import { ButtonLink } from "../../components/button.tsx";
import { landingSections, paths, sectionHref } from "../../config/paths.ts";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";

interface MobilePanelProps {
  signedOut: boolean;
  onLanding: boolean;
}

/** The header's links below 1024 px; a choice, Escape or a tap outside closes it. */
export function MobilePanel({ signedOut, onLanding }: MobilePanelProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Icon = open ? X : Menu;
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} modal={false}>
      <Trigger aria-label={t(open ? "nav.closeMenu" : "nav.openMenu")}>
        <Icon size={24} strokeWidth={1.75} aria-hidden />
      </Trigger>
      <Panel aria-describedby={undefined}>
        <Dialog.Title asChild>
          <VisuallyHidden>{t("nav.main")}</VisuallyHidden>
        </Dialog.Title>
        <nav aria-label={t("nav.main")}>
          {landingSections.map((section) => (
            <Entry key={section} to={sectionHref(section)} onClick={close}>
              {t(`nav.${section}`)}
            </Entry>
          ))}
        </nav>
        {signedOut ? (
          <Choices>
            {onLanding ? null : (
              <ButtonLink to={paths.login} onClick={close} block>
                {t("nav.signIn")}
              </ButtonLink>
            )}
            <ButtonLink to={paths.signup} onClick={close} variant="primary" block>
              {t(onLanding ? "nav.getStarted" : "nav.signUp")}
            </ButtonLink>
          </Choices>
        ) : null}
      </Panel>
    </Dialog.Root>
  );
}

const Trigger = styled(Dialog.Trigger)`
  display: inline-grid;
  place-items: center;
  width: ${token("target")};
  height: ${token("target")};
  margin-inline-end: -10px;
  padding: 0;
  border: 0;
  border-radius: ${token("r-control")};
  background: none;
  cursor: pointer;
  ${up("lg")} {
    display: none;
  }
`;

const Panel = styled(Dialog.Content)`
  position: absolute;
  inset: 100% 0 auto;
  padding: ${token("s1")} ${token("gutter")} ${token("s4")};
  border-block: 1px solid ${token("border")};
  background: ${token("canvas")};
  box-shadow: ${token("shadow-2")};
  &:focus-visible {
    outline: none;
  }
  ${up("lg")} {
    display: none;
  }
`;

const Entry = styled(Link)`
  display: flex;
  align-items: center;
  min-height: 52px;
  border-bottom: 1px solid ${token("border")};
  font-size: ${token("fs-md")};
  font-weight: 500;
  text-decoration: none;
`;

const Choices = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: 1fr;
  gap: ${token("s3")};
  margin-top: ${token("s4")};
`;
