import type { Plugin } from "vite";
import { globalStyle } from "../src/styles/global-style.ts";

const styleSheet = /\/styles\/page\.css$/;

/** Adds the design tokens and the basic rules, which are kept in TypeScript, to the site's style sheet. */
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
