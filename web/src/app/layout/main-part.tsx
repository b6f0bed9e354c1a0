import type { ReactNode } from "react";
import { Outlet } from "react-router-dom";

const id = "content";

/** Where the skip link leads, and where a reader of the screen starts at a new page. */
export function MainPart({ children }: { children: ReactNode }) {
  return (
    <main id={id} tabIndex={-1}>
      {children}
    </main>
  );
}

/** Around pages that are nothing else; one with a footer says itself where its main part ends. */
export function InMainPart() {
  return (
    <MainPart>
      <Outlet />
    </MainPart>
  );
}

export const mainPartHref = `#${id}`;

export function focusMainPart(): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}
