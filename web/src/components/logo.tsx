/**
 * The name, with its letters from index.html; the dot of the i is the sun. The colours follow the theme. The text
 * beside it names the brand of the product.
 */
export function Logo() {
  return (
    <svg viewBox="0 0 258 52" aria-hidden>
      <use href="#wordmark" fill="currentColor" />
      <circle cx="131.8" cy="6.7" r="5.4" fill="var(--accent)" />
    </svg>
  );
}
