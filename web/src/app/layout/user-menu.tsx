import { Activity, LogOut, Settings, User } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { styled } from "styled-components";
import { billingApi } from "../../api/resources/billing-api.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Breakable } from "../../components/breakable.tsx";
import { paths } from "../../config/paths.ts";
import { useLogout } from "../../session/use-logout.ts";
import { bareButton, menu, menuEntry, textStyle, token } from "../../styles/theme.ts";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

const entries = [
  { name: "account", path: paths.account, icon: User },
  { name: "settings", path: paths.settings, icon: Settings },
  { name: "messageStatus", path: paths.messageStatus, icon: Activity },
] as const;

export default function UserMenu({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { fail } = useResultToasts();
  const logout = useLogout();

  const leave = () => {
    logout().catch(() => fail("common.error"));
  };

  return (
    <DropdownMenu.Root modal={false}>
      <Trigger>
        <Avatar username={me.username} picture={me.profilePicture} named />{" "}
        <VisuallyHidden>{t("nav.userMenu")}</VisuallyHidden>
      </Trigger>
      {/* Rendered in the header, not in a portal at the end of the page, which is outside every landmark. */}
      <Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          // After a navigation the new page has the focus; do not return it to the button.
          if (document.activeElement?.closest("main")) event.preventDefault();
        }}
      >
        <Identity>
          <b>{me.username}</b>
          <Breakable>{me.email}</Breakable>
          {me.stripeSubscriptionId ? null : <TrialDays />}
        </Identity>
        {entries.map(({ name, path, icon: Icon }) => (
          <Item asChild key={name}>
            <Link to={path}>
              <Icon />
              {t(`nav.${name}`)}
            </Link>
          </Item>
        ))}
        <Separator />
        <Item onSelect={leave}>
          <LogOut />
          {t("nav.logout")}
        </Item>
      </Content>
    </DropdownMenu.Root>
  );
}

/** How long the trial still runs; an empty line until that is known, so that the menu does not move. */
function TrialDays() {
  const { t } = useTranslation();
  const left = billingApi.useSubscriptionQuery().data?.trialDaysLeft ?? null;
  if (left === null) return <span>{"\u00a0"}</span>;
  return <span>{left > 0 ? t("nav.trialLeft", { count: left }) : t("nav.noPlan")}</span>;
}

const Trigger = styled(DropdownMenu.Trigger)`
  position: relative;
  padding: 0;
  ${bareButton};
  border-radius: 50%;
  /* A touch target of 44 px around a picture of 40 px. */
  &::before {
    content: "";
    position: absolute;
    inset: -2px;
  }
  &:focus-visible,
  &[data-state="open"] {
    border-radius: 50%;
    outline: 2px solid ${token("brand")};
    outline-offset: 2px;
  }
`;

const Content = styled(DropdownMenu.Content)`
  ${menu};
  width: 256px;
`;

const Identity = styled(DropdownMenu.Label)`
  display: grid;
  margin-bottom: 0.375rem;
  padding: 0.5rem 0.75rem 0.625rem;
  border-bottom: 1px solid ${token("border")};
  line-height: 1.35;
  overflow-wrap: anywhere;
  span {
    ${textStyle("fs-sm", "text-muted")};
  }
`;

const Item = styled(DropdownMenu.Item)`
  ${menuEntry("s3")};
  font-weight: 500;
  text-decoration: none;
  svg {
    color: ${token("text-subtle")};
  }
  &[data-highlighted] svg {
    color: inherit;
  }
`;

const Separator = styled(DropdownMenu.Separator)`
  margin: 0.375rem 0;
  border-top: 1px solid ${token("border")};
`;
