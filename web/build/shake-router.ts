import type { Plugin } from "vite";

const router = /\/node_modules\/react-router\/dist\/production\//;
const displayName = /^\w+\.displayName = .*;$/gm;
const component = /(?<== )(?=React\d*\.(?:forwardRef|memo|createContext)\()/g;

/**
 * Leaves out the parts of the router that nobody imports. Their package says nothing of how they are
 * made, and gives them names for developers' tools, so that each looks as if it were needed.
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
