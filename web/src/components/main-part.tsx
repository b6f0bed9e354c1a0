import type { ReactNode } from "react";

const id = "content";

/** The `<main>` of a page: target of the skip link, and of the focus when another page is shown. */
export function MainPart({ children }: { children: ReactNode }) {
  return (
    <main id={id} tabIndex={-1}>
      {children}
    </main>
  );
}

export const mainPartHref = `#${id}`;

export function focusMainPart(): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}
