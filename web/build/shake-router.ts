import type { Plugin } from "vite";

const router = /\/node_modules\/react-router\/dist\/production\//;
const displayName = /^\w+\.displayName = .*;$/gm;
const component = /(?<== )(?=React\d*\.(?:forwardRef|memo|createContext)\()/g;

/**
 * Removes the parts of React Router that the site does not import. The package does not mark its
 * components as pure and sets their display names, so that the bundler keeps all of them.
 */
export function shakeRouter(): Plugin {
  return {
    name: "shake-router",
    apply: "build",
    transform: {
      filter: { id: router },
      handler: (code) => ({
        code: code.replace(displayName, "").replace(component, "/* @__PURE__ */ "),
        map: null,
      }),
    },
  };
}
