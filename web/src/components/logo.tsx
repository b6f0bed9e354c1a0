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

/** The M with the sun in its V: the chat avatar, never used beside the name. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden>
      <g transform="translate(0 -1.5)">
        <path fill="currentColor" d={initial} />
        <circle cx="16" cy="10.6" r="4.7" fill="var(--ink-accent)" />
      </g>
    </svg>
  );
}

const initial =
  "M28.76 27.96 31 28.88V29.5H20.84V28.88L23.2 28.15L22.01 12.71L22.21 12.74L15.85 29.55H12.34L5.82 12.71L6.03 12.68L5.12 28.01L7.43 28.88V29.5H1V28.88L3.3 28.01L4.38 11.41L1.96 10.33V9.71H10.54L16.17 24.6L15.84 24.6L21.44 9.71H29.58V10.33L27.34 11.18Z";
