import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { serviceNames } from "../services.ts";
import { operations } from "./index.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

const sourcesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(`${root}${file}`, "utf8"));

/** Routes that are not under /api: health, webhooks, files, short links, and routes that only the gateway calls. */
const outsideApi =
  /^\/(?:healthz|webhooks\/.+|media\/.+|r\/:id|internal\/.+|me|export|openapi\.json|swagger-initializer\.js|index\.html)$/;
/** Identity erases the account; the gateway limits the tries and ends the sessions. */
const calledByGateway = new Set(["identity DELETE /user"]);

const handlers = serviceNames.flatMap((service) =>
  sourcesOf(`services/${service}/src`).flatMap((source) =>
    // one path, or a list of paths
    [...source.matchAll(/\.(get|post|put|patch|delete)\(\s*("\/[^"]*"|\["\/[^\]]*\])/g)].flatMap(
      ([, method = "", paths = ""]) =>
        Array.from(
          paths.matchAll(/"([^"]*)"/g),
          // only the gateway's own paths begin with /api
          ([, path = ""]) => `${service} ${method.toUpperCase()} ${path.replace(/^\/api\//, "/")}`,
        ),
    ),
  ),
);
const declared = operations.map(({ service, method, path }) => `${service} ${method} ${path}`);

test("every operation has one handler, in its service", () => {
  const counts = declared.map((name) => [name, handlers.filter((each) => each === name).length]);
  expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
});

test("no service handles an endpoint that is not an operation", () => {
  const undeclared = handlers.filter((name) => {
    const path = name.split(" ")[2] ?? "";
    return !declared.includes(name) && !outsideApi.test(path) && !calledByGateway.has(name);
  });
  expect(undeclared).toEqual([]);
});

test("the gateway contains no path of another service: its table derives from the operations", () => {
  const text = sourcesOf("services/gateway/src").join("\n");
  const named = operations.filter(
    ({ service, path }) => service !== "gateway" && text.includes(`"${path}"`),
  );
  expect(named.map(({ path }) => path)).toEqual([]);
});
