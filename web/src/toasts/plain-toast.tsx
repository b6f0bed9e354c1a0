import { useEffect } from "react";
import { styled } from "styled-components";
import { toastDurationMs } from "../config/constants.ts";
import { useAppDispatch, useAppSelector } from "../store/hooks.ts";
import { panel, token } from "../styles/theme.ts";
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
    <Root>
      <b>{current.title}</b> {current.description}
    </Root>
  ) : null;
}

const Root = styled.p`
  position: fixed;
  z-index: ${token("z-toast")};
  inset: auto ${token("s4")} ${token("s4")};
  padding: ${token("s4")};
  ${panel};
`;
