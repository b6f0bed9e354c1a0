import { fallbackFonts } from "./fallback-fonts.ts";
import { textStyle, token, up } from "./theme.ts";
import { dark, light } from "./tokens/colors.ts";
import { scale } from "./tokens/scale.ts";

const variables = (tokens: Record<string, string>) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join("\n");

const tokens = `
  :root {
    ${variables(scale)}
    ${variables(light)}
    color-scheme: light;
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      ${variables(dark)}
      color-scheme: dark;
    }
  }
  ${up("md")} {
    :root {
      --section: ${token("s9")};
      --gutter: 2rem;
    }
  }
  ${up("lg")} {
    :root {
      --section: ${token("s10")};
      --gutter: 2.5rem;
    }
  }
`;

const base = `
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    scroll-behavior: smooth;
    scroll-padding-top: 5rem;
    background: ${token("canvas")};
  }
  body {
    margin: 0;
    color: ${token("text")};
    font: ${token("weight-regular")} ${token("fs-base")} / ${token("lh-body")} ${token("font-ui")};
    -webkit-font-smoothing: antialiased;
    /* In large type on a phone, a mail address or a long word is wider than the screen. */
    overflow-wrap: break-word;
  }
  noscript,
  #reload:not([hidden]) {
    display: block;
    padding: ${token("s2")} ${token("gutter")};
    background: ${token("warn-soft")};
    ${textStyle("fs-sm", "warn")}
  }
  #reload {
    position: sticky;
    bottom: 0;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  blockquote,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  fieldset {
    min-width: 0;
  }
  legend {
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  h1,
  h2,
  h3 {
    font-size: inherit;
    font-weight: inherit;
    text-wrap: balance;
  }
  p {
    text-wrap: pretty;
  }
  a {
    color: inherit;
  }
  b {
    font-weight: ${token("weight-strong")};
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  ::placeholder {
    color: ${token("text-subtle")};
    opacity: 1;
  }
  svg {
    display: block;
    flex: none;
  }
  [hidden] {
    display: none;
  }
  :focus-visible {
    outline: 2px solid ${token("brand")};
    outline-offset: 2px;
    border-radius: ${token("r-control")};
  }
  [tabindex="-1"]:focus-visible {
    outline: none;
  }
`;

const reducedMotion = `
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
`;

/**
 * For contrast themes of the operating system, which replace all colours except system colours, and remove shadows. What
 * only colours show elsewhere needs system colours here; `!important`, because components come after this style.
 */
const forcedColors = `
  @media (forced-colors: active) {
    [data-highlighted],
    label[data-state="on"],
    [role="switch"][aria-checked="true"] {
      forced-color-adjust: none;
      background: Highlight !important;
      color: HighlightText !important;
    }
    [role="switch"] > span {
      background: ButtonText !important;
    }
    [role="switch"][aria-checked="true"] > span {
      background: HighlightText !important;
    }
    /* A transparent border would have a colour, too. */
    [role="tab"]:not([data-state="active"]) {
      border: 0 !important;
    }
  }
`;

/** For paper: large backgrounds are white, small ones keep their colours, and closed answers are shown. */
const print = `
  @media print {
    :root {
      --section: ${token("s6")};
      ${variables({ canvas: "#fff", sunken: "#fff", band: "#fff", "on-band": light.text })}
      -webkit-print-color-adjust: exact;
      print-color-adjust: exact;
    }
    h1,
    h2,
    h3,
    summary {
      break-after: avoid;
    }
    article,
    figure,
    li {
      break-inside: avoid;
    }
    details::details-content {
      content-visibility: visible;
    }
  }
`;

/** Base styles of every page. The build adds them to the style sheet, so that no script contains them. */
export const globalStyle = fallbackFonts + tokens + base + reducedMotion + forcedColors + print;
