import type { Plugin } from "vite";
import { globalStyle } from "../src/styles/global-style.ts";

const styleSheet = /\/styles\/page\.css$/;

/** Adds the design tokens and the base rules, which are defined in TypeScript, to the style sheet of the site. */
export function addGlobalStyle(): Plugin {
  return {
    name: "add-global-style",
    enforce: "pre",
    transform: {
      filter: { id: styleSheet },
      handler: (code) => ({ code: code + globalStyle, map: null }),
    },
  };
}
