import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import type { IConfiguration } from "dependency-cruiser";
import { foldersIn } from "./folders.ts";
import { anyOf, escaped, roomPattern, testFile, type ImportRule } from "./patterns.ts";
import { engines, ioLibraries, ourPurePackages, pureModules, purePackages } from "./pure-code.ts";
import { type Room, serviceRooms, testRooms } from "./service-rooms.ts";
import { webRules } from "./web-rules.ts";

const src = "^services/[^/]+/src/";
const testCode = `(^|/)(${testRooms.join("|")})/`;

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

const withEffects = builtinModules.filter(
  (name) => !/^_|\//.test(name) && !pureModules.includes(name),
);
const ioModules = `^(node:)?${anyOf(withEffects)}($|/)`;

/** Rules of the business and engines do no input and no output. */
function pureRules(root: string): ImportRule[] {
  const ioPackages = foldersIn(join(root, "packages")).filter(
    (name) => !ourPurePackages.includes(name),
  );
  const ourIo = `^packages/${anyOf(ioPackages.map(escaped))}/`;
  const domain = { path: `${src}domain/`, pathNot: testFile };
  return [
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
      from: { path: `^packages/${anyOf(engines)}/src/`, pathNot: `(${testCode}|${testFile})` },
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
}

/** Names of our packages that a workspace declares, as folders. */
function declaredBy(root: string, workspace: string): string[] {
  const path = join(root, workspace, "package.json");
  if (!existsSync(path)) return [];
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Record<
    "dependencies" | "devDependencies",
    Record<string, string> | undefined
  >;
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  return names.flatMap((name) => name.match(/^@matinale\/(.+)$/)?.[1] ?? []);
}

/** Packages and services import the packages that their package.json names. */
const workspaceRules = (root: string): ImportRule[] =>
  ["packages", "services"].flatMap((parent) =>
    foldersIn(join(root, parent)).map((name) => {
      const workspace = `${parent}/${name}`;
      const declared = declaredBy(root, workspace).map((each) => `packages/${each}`);
      return {
        name: `${name}-imports-what-it-declares`,
        comment: "The package.json of a workspace names every package that it imports.",
        from: { path: `^${escaped(workspace)}/` },
        to: {
          path: "^packages/",
          pathNot: `^${anyOf([workspace, ...declared].map(escaped))}/`,
        },
      };
    }),
  );

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
    from: { path: "^((packages|services)/[^/]+|web)/src/", pathNot: `(${testCode}|${testFile})` },
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

/** The import rules of the repository, built from the folders that exist. */
export function importRules(root: string): IConfiguration {
  const rules = [
    ...Object.entries(serviceRooms).flatMap(roomRules),
    ...pureRules(root),
    ...workspaceRules(root),
    ...webRules(root),
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
