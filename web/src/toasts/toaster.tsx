import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useTranslation } from "react-i18next";
import { styled, keyframes } from "styled-components";
import { toastDurationMs, toastHotkey, toastSwipePx } from "../config/constants.ts";
import { useAppDispatch, useAppSelector } from "../store/hooks.ts";
import { bareButton, notPrinted, token, up } from "../styles/theme.ts";
import { toasts } from "./toasts-slice.ts";

export default function Toaster() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const current = useAppSelector((state) => state.toasts.current);
  const Icon = current?.variant === "destructive" ? CircleAlert : CircleCheck;

  return (
    <Toast.Provider
      label={t("toast.label")}
      duration={toastDurationMs}
      swipeDirection="right"
      swipeThreshold={toastSwipePx}
    >
      {current ? (
        <Root
          key={current.id}
          // Polite, because the live region announces the toast already.
          type="background"
          open={current.open}
          onOpenChange={(open) => {
            if (!open) dispatch(toasts.actions.dismiss(current.id));
          }}
          $destructive={current.variant === "destructive"}
          data-variant={current.variant ?? "default"}
        >
          <Icon size={20} />
          <div>
            <Toast.Title asChild>
              <Title {...notAnnounced} lang={current.titleLanguage}>
                {current.title}
              </Title>
            </Toast.Title>
            {current.description ? (
              <Toast.Description asChild>
                <Text {...notAnnounced} lang={current.descriptionLanguage}>
                  {current.description}
                </Text>
              </Toast.Description>
            ) : null}
          </div>
          <Close aria-label={t("toast.close")}>
            <X />
          </Close>
        </Root>
      ) : null}
      <Viewport hotkey={[toastHotkey]} label={t("toast.region", { hotkey: "{hotkey}" })} />
    </Toast.Provider>
  );
}

/** Without this attribute Radix adds a hidden copy of the text, and the words would be on the page twice. */
const notAnnounced = { "data-radix-toast-announce-exclude": "" };

const appear = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`;
const leave = keyframes`
  to { opacity: 0; transform: translateX(24px); }
`;

const Viewport = styled(Toast.Viewport)`
  position: fixed;
  z-index: ${token("z-toast")};
  inset: auto 0 0;
  display: grid;
  padding: 16px 16px max(16px, env(safe-area-inset-bottom));
  pointer-events: none;
  ${notPrinted}
  ${up("md")} {
    inset-inline-start: auto;
    width: 432px;
  }
`;

const Root = styled(Toast.Root)<{ $destructive: boolean }>`
  pointer-events: auto;
  display: grid;
  grid-template-columns: auto 1fr auto;
  gap: 0 ${token("s3")};
  align-items: start;
  padding: ${token("s4")} ${token("s2")} ${token("s4")} ${token("s4")};
  border: 1px solid ${({ $destructive }) => ($destructive ? "transparent" : token("border"))};
  border-radius: ${token("r-card")};
  background: ${({ $destructive }) => token($destructive ? "danger" : "surface")};
  color: ${({ $destructive }) => token($destructive ? "on-danger" : "text")};
  box-shadow: ${token("shadow-2")};
  > svg {
    margin-top: 0.1em;
    color: ${({ $destructive }) => ($destructive ? "inherit" : token("ok"))};
  }
  &[data-state="open"] {
    animation: ${appear} ${token("t-menu")} ${token("ease")};
  }
  &[data-state="closed"] {
    animation: ${leave} ${token("t-menu")} ${token("ease")};
  }
  &[data-swipe="move"] {
    transform: translateX(var(--radix-toast-swipe-move-x));
  }
  &[data-swipe="cancel"] {
    transform: none;
    transition: transform ${token("t-menu")} ${token("ease")};
  }
`;

const Title = styled.p`
  font-weight: ${token("weight-strong")};
  line-height: 1.4;
`;

const Text = styled.p`
  font-size: ${token("fs-sm")};
  overflow-wrap: anywhere;
  [data-variant="default"] & {
    color: ${token("text-muted")};
  }
`;

const Close = styled(Toast.Close)`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  margin-top: -0.3rem;
  ${bareButton};
  border-radius: ${token("r-control")};
  &:focus-visible {
    outline-color: currentColor;
  }
`;
