import { Menu, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { styled } from "styled-components";
import { landingSections, sectionHref } from "../../config/paths.ts";
import { bareButton, grid, token, up } from "../../styles/theme.ts";
import { SignedOutLinks } from "./signed-out-links.tsx";

/** The links of the header below 1024 px. Following a link, Escape or a tap outside closes the panel. */
export function MobilePanel({ signedOut, onLanding }: { signedOut: boolean; onLanding: boolean }) {
  const { t } = useTranslation();
  const { open, setOpen, close, root, trigger } = usePanel();
  const id = useId();
  const Icon = open ? X : Menu;
  return (
    <Narrow
      ref={root}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The open panel would cover the element that has the focus now.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <Trigger
        ref={trigger}
        type="button"
        aria-label={t(open ? "nav.closeMenu" : "nav.openMenu")}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon size={24} />
      </Trigger>
      {open ? (
        <Panel id={id}>
          <nav aria-label={t("nav.main")}>
            {landingSections.map((section) => (
              <Entry key={section} to={sectionHref(section)} onClick={close}>
                {t(`nav.${section}`)}
              </Entry>
            ))}
          </nav>
          {signedOut ? (
            <Choices>
              <SignedOutLinks onLanding={onLanding} onClick={close} block />
            </Choices>
          ) : null}
        </Panel>
      ) : null}
    </Narrow>
  );
}

/** State of the panel. Only Escape returns the focus to the button. */
function usePanel() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      trigger.current?.focus();
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, [open]);
  return { open, setOpen, close: () => setOpen(false), root, trigger };
}

/** Not displayed on wide screens, so that the header has no extra gap. */
const Narrow = styled.div`
  ${up("lg")} {
    display: none;
  }
`;

const Trigger = styled.button`
  display: inline-grid;
  place-items: center;
  width: ${token("target")};
  height: ${token("target")};
  margin-inline-end: -10px;
  padding: 0;
  ${bareButton};
  border-radius: ${token("r-control")};
`;

const Panel = styled.div`
  position: absolute;
  inset: 100% 0 auto;
  padding: ${token("s1")} ${token("gutter")} ${token("s4")};
  border-block: 1px solid ${token("border")};
  background: ${token("canvas")};
  box-shadow: ${token("shadow-2")};
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
  ${grid("s3")};
  grid-auto-flow: column;
  grid-auto-columns: 1fr;
  margin-top: ${token("s4")};
`;
