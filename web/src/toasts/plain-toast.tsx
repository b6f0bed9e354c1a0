import { useEffect, type CSSProperties } from "react";
import { toastDurationMs } from "../config/constants.ts";
import { useAppDispatch, useAppSelector } from "../store/hooks.ts";
import { token } from "../styles/theme.ts";
import { toasts } from "./toasts-slice.ts";

/** A toast for when the toaster does not load, as without a network. */
export function PlainToast() {
  const dispatch = useAppDispatch();
  const current = useAppSelector((state) => state.toasts.current);
  const id = current?.open ? current.id : undefined;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => dispatch(toasts.actions.dismiss(id)), toastDurationMs);
    return () => clearTimeout(timer);
  }, [dispatch, id]);
  return current?.open ? (
    <p style={style}>
      <b lang={current.titleLanguage}>{current.title}</b>{" "}
      <span lang={current.descriptionLanguage}>{current.description}</span>
    </p>
  ) : null;
}

const style: CSSProperties = {
  position: "fixed",
  zIndex: token("z-toast"),
  inset: "auto 0 0",
  padding: token("s4"),
  background: token("surface"),
};
