import { useLayoutEffect } from "react";

/** Browsers take the focus from a button that is disabled: returns it afterwards, unless the reader has moved it. */
export function useKeptFocus(busy: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!busy || !(focused instanceof HTMLElement)) return undefined;
    return () => {
      if (document.activeElement === document.body) focused.focus();
    };
  }, [busy]);
}
