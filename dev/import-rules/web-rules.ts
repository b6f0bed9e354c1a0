import { join } from "node:path";
import { foldersIn } from "./folders.ts";
import { anyOf, escaped, testFile, type ImportRule } from "./patterns.ts";

const pageTable = "^web/src/app/routes\\.ts$";

/** Shared folders of the site import neither a feature nor the app around the features. */
export const webRules = (root: string): ImportRule[] => {
  const above = new Set(["app", "features", "server", "testing"]);
  const shared = foldersIn(join(root, "web/src")).filter((name) => !above.has(name));
  return [
    {
      name: "shared-web-code-imports-no-feature",
      comment: "Of the app, only the table of pages is for all.",
      from: { path: `^web/src/${anyOf(shared.map(escaped))}/`, pathNot: testFile },
      to: { path: "^web/src/(app|features|server)/", pathNot: pageTable },
    },
    {
      name: "features-import-no-app",
      from: { path: "^web/src/features/", pathNot: testFile },
      to: { path: "^web/src/(app|server)/", pathNot: pageTable },
    },
    {
      name: "features-stand-alone",
      comment: "A feature of the site never imports another.",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/([^/]+)/", pathNot: "^web/src/features/$1/" },
    },
    {
      name: "web-imports-browser-contracts-only",
      from: { path: "^web/src/" },
      to: {
        path: "^(packages|services|dev|e2e)/",
        pathNot: "^packages/contracts/src/(browser|catalogues|error-codes|places)\\.ts$",
      },
    },
  ];
};
