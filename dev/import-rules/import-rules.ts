import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import type { IConfiguration, IRegularForbiddenRuleType } from "dependency-cruiser";
import { type Room, serviceRooms, testRooms } from "./service-rooms.ts";

type ImportRule = Omit<IRegularForbiddenRuleType, "severity">;

/** Packages that do no input or output: all that `domain/` may import from a registry. */
const purePackages = [
  "@zxcvbn-ts",
  "entities",
  "ipaddr.js",
  "libphonenumber-js",
  "temporal-polyfill",
  "zod",
];
/** Modules of Node.js that reach nothing outside of the process. */
const pureModules = new Set(["buffer", "crypto", "path", "url", "util"]);
/** Our packages that compute and do no input or output. */
const engines = ["newsroom", "voice-note"];
/** Libraries that do input or output, which no engine imports. */
const ioLibraries = ["express", "ioredis", "kafkajs", "mongoose", "pino", "undici"];

const anyOf = (patterns: readonly string[]): string => `(${patterns.join("|")})`;
const escaped = (name: string): string => name.replaceAll(/[.$/@-]/g, (found) => `[${found}]`);
/** Matches a room below `src/`: a folder, or a file by its name. */
const roomPattern = (name: string): string =>
  name.endsWith(".ts") ? `${escaped(name)}$` : `${escaped(name)}/`;

const src = "^services/[^/]+/src/";
/** Tests beside the code. */
const testFile = "\\.test\\.tsx?$";
const testCode = `(^|/)${anyOf(testRooms)}/`;
const notTypes = { dependencyTypesNot: ["type-only" as const] };

/** What a room of a service may not import from the rooms beside it. */
function roomRules([name, room]: [string, Room | "everything"]): ImportRule[] {
  if (room === "everything") return [];
  const { imports, types = [] } = room;
  const from = { path: src + roomPattern(name), pathNot: testFile };
  const known = [name, ...imports, ...types].map(roomPattern);
  const rules: ImportRule[] = [
    {
      name: `${name}-imports`,
      comment: `${name} may import ${[...imports, ...types].join(", ") || "no other room"}.`,
      from,
      to: { path: src, pathNot: src + anyOf(known) },
    },
  ];
  if (types.length > 0) {
    rules.push({
      name: `${name}-imports-types`,
      comment: `${name} may import types alone from ${types.join(", ")}.`,
      from,
      to: { path: src + anyOf(types.map(roomPattern)), ...notTypes },
    });
  }
  return rules;
}

const withEffects = builtinModules.filter((name) => !/^_|\//.test(name) && !pureModules.has(name));
const ioModules = `^(node:)?${anyOf(withEffects)}($|/)`;
const ourIo = `^packages/(?!${anyOf(["contracts", ...engines])}/)`;
const domain = { path: `${src}domain/`, pathNot: testFile };

/** Rules of the business and engines do no input and no output. */
const pureRules: ImportRule[] = [
  {
    name: "domain-imports-pure-packages",
    from: domain,
    to: {
      path: `(${ourIo}|node_modules/)`,
      pathNot: `node_modules/${anyOf(purePackages.map(escaped))}/`,
      ...notTypes,
    },
  },
  {
    name: "domain-imports-pure-modules",
    from: domain,
    to: { path: ioModules, ...notTypes },
  },
  {
    name: "engines-are-pure",
    comment: "An engine computes. Only its tests and evaluation commands read files.",
    from: { path: `^packages/${anyOf(engines)}/src/`, pathNot: anyOf([testCode, testFile]) },
    to: {
      path: anyOf([
        ourIo,
        "^packages/[^/]+/evaluation/",
        `node_modules/${anyOf(ioLibraries)}/`,
        ioModules,
      ]),
      ...notTypes,
    },
  },
];

/** Names of our packages that a package.json declares, as folders. */
function declaredIn(file: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, "utf8")) as Record<
    string,
    Record<string, string> | undefined
  >;
  return Object.keys({ ...dependencies, ...devDependencies }).flatMap(
    (name) => name.match(/^@matinale\/(.+)$/)?.[1] ?? [],
  );
}

/** Packages and services import the packages that their package.json names. */
const workspaceRules = (root: string): ImportRule[] =>
  globSync("{packages,services}/*/package.json", { cwd: root }).map((file) => {
    const workspace = dirname(file);
    const declared = declaredIn(join(root, file)).map((each) => `packages/${each}`);
    return {
      name: `${workspace}-imports-what-it-declares`,
      comment: "The package.json of a workspace names every package that it imports.",
      from: { path: `^${escaped(workspace)}/` },
      to: { path: "^packages/", pathNot: `^${anyOf([workspace, ...declared].map(escaped))}/` },
    };
  });

const pageTable = "^web/src/app/routes\\.ts$";

/** Shared folders of the site import neither a feature nor the app around the features. */
const webRules: ImportRule[] = [
  {
    name: "shared-web-code-imports-no-feature",
    comment: "Of the app, only the table of pages is for all.",
    from: { path: "^web/src/(?!(app|features|server|testing)/)[^/]+/", pathNot: testFile },
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

const knownRooms = [...Object.keys(serviceRooms), ...testRooms].map(roomPattern);

const repositoryRules: ImportRule[] = [
  {
    name: "rooms-are-known",
    comment: "A new room of a service gets its rule in dev/import-rules/service-rooms.ts.",
    from: { path: src, pathNot: [src + anyOf(knownRooms), testFile] },
    to: {},
  },
  {
    name: "services-stand-alone",
    comment: "Services speak through events and the gateway, never through imports.",
    from: { path: "^services/([^/]+)/" },
    to: { path: "^services/([^/]+)/", pathNot: "^services/$1/" },
  },
  {
    name: "packages-know-no-service",
    from: { path: "^packages/" },
    to: { path: "^(services|web)/" },
  },
  {
    name: "production-code-imports-no-tools",
    from: { path: "^(packages|services|web)/" },
    to: { path: "^(dev|e2e|bench)/" },
  },
  {
    name: "production-code-imports-no-test-code",
    comment: "Harness and fixtures serve tests alone.",
    from: {
      path: "^((packages|services)/[^/]+|web)/src/",
      pathNot: anyOf([testCode, testFile]),
    },
    to: { path: `^(packages|services|web)/.*${testCode}` },
  },
  {
    name: "tests-are-not-imported",
    from: { pathNot: testFile },
    to: { path: testFile },
  },
  {
    name: "no-cycles",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
];

/** The import rules of the repository, built from the package.json files below the root. */
export function importRules(root: string): IConfiguration {
  const rules = [
    ...Object.entries(serviceRooms).flatMap(roomRules),
    ...pureRules,
    ...workspaceRules(root),
    ...webRules,
    ...repositoryRules,
  ];
  return {
    forbidden: rules.map((rule) => ({ ...rule, severity: "error" as const })),
    options: {
      doNotFollow: { path: "node_modules" },
      exclude: { path: "(^|/)(dist|gen)/" },
      parser: "swc",
      enhancedResolveOptions: {
        exportsFields: ["exports"],
        conditionNames: ["import", "node", "default"],
        extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
      },
    },
  };
}
