import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useCallback, useState, type RefCallback } from "react";
import { useTranslation } from "react-i18next";
import { styled, keyframes } from "styled-components";
import { toastDurationMs, toastHotkey, toastSwipePx } from "../config/constants.ts";
import { useAppDispatch, useAppSelector } from "../store/hooks.ts";
import { bareButton, notPrinted, token, up } from "../styles/theme.ts";
import { toasts } from "./toasts-slice.ts";
import { lastUsedCard } from "./used-card.ts";

export default function Toaster() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const current = useAppSelector((state) => state.toasts.current);
  const [toast, side] = useFreeSide();
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
          ref={toast}
          // Polite, because the live region announces the toast already.
          type="background"
          open={current.open}
          onOpenChange={(open) => {
            if (!open) dispatch(toasts.actions.dismiss(current.id));
          }}
          $destructive={current.variant === "destructive"}
          data-variant={current.variant ?? "default"}
        >
          <Icon size={20} strokeWidth={1.75} />
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
            <X size={18} strokeWidth={1.75} />
          </Close>
        </Root>
      ) : null}
      <Viewport
        $side={side}
        hotkey={[toastHotkey]}
        label={t("toast.region", { hotkey: "{hotkey}" })}
      />
    </Toast.Provider>
  );
}

type Side = "top" | "bottom";

/**
 * The toast is at the bottom of the screen, or at the top while it would cover the form or card that the
 * reader used last. That card may grow when the toast is shown, as for a preview.
 *
 * @returns the ref of the toast and its side
 */
function useFreeSide(): [RefCallback<HTMLElement>, Side] {
  const [side, setSide] = useState<Side>("bottom");
  const ref = useCallback((toast: HTMLElement | null) => {
    const card = lastUsedCard();
    if (!toast || !card) return undefined;
    const place = () => setSide(coversAtBottom(toast, card) ? "top" : "bottom");
    const observer = new ResizeObserver(place);
    observer.observe(card);
    return () => {
      observer.disconnect();
      setSide("bottom");
    };
  }, []);
  return [ref, side];
}

/** Whether a toast at the bottom of the screen would cover a part of the card. */
function coversAtBottom(toast: HTMLElement, card: Element): boolean {
  const [box, used] = [toast.getBoundingClientRect(), card.getBoundingClientRect()];
  const isBeside = used.right <= box.left || used.left >= box.right;
  const isAbove = used.bottom <= innerHeight - box.height - 2 * edgePx;
  return !isBeside && !isAbove && used.top < innerHeight;
}

/** Without this attribute Radix adds a hidden copy of the text, and the words would be on the page twice. */
const notAnnounced = { "data-radix-toast-announce-exclude": "" };

const appear = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`;
const leave = keyframes`
  to { opacity: 0; transform: translateX(24px); }
`;

/** Between the toast and the edge of the screen. */
const edgePx = 16;

const Viewport = styled(Toast.Viewport)<{ $side: Side }>`
  position: fixed;
  z-index: ${token("z-toast")};
  inset: ${({ $side }) => ($side === "top" ? "0 0 auto" : "auto 0 0")};
  display: grid;
  padding: max(${edgePx}px, env(safe-area-inset-top)) ${edgePx}px
    max(${edgePx}px, env(safe-area-inset-bottom));
  pointer-events: none;
  ${notPrinted}
  ${up("md")} {
    inset-inline-start: auto;
    width: ${400 + 2 * edgePx}px;
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
