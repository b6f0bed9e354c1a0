const pressed: HTMLElement[] = [];

/** Links lead on by themselves. */
const waiting = "button, label, input";

function keep(event: MouseEvent): void {
  const control =
    event.target instanceof Element ? event.target.closest<HTMLElement>(waiting) : null;
  if (!control) return;
  event.preventDefault();
  pressed.push(control);
}

/** Remembers what is pressed on a page that came written, before its scripts are there. */
export function keepClicks(): void {
  document.addEventListener("click", keep, true);
}

/** They are there: presses it again, for them. */
export function releaseClicks(): void {
  document.removeEventListener("click", keep, true);
  for (const control of pressed.splice(0)) control.click();
}
