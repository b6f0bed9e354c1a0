/** The form or card that the reader used last: a toast does not cover it. */
let usedCard: Element | null = null;

export const lastUsedCard = (): Element | null => usedCard;

function recordCard({ target }: Event): void {
  // A dialog or a menu belongs to the card in which it was opened.
  const card = target instanceof Element ? target.closest("form, section") : null;
  if (card) usedCard = card;
}

/** @returns a function that stops recording */
export function recordUsedCards(): () => void {
  const events = ["pointerdown", "keydown"] as const;
  for (const event of events) document.addEventListener(event, recordCard, true);
  return () => {
    for (const event of events) document.removeEventListener(event, recordCard, true);
  };
}
