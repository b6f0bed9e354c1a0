import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../places.ts";
import { parseDockerfile, substitute } from "./dockerfile.ts";

test("stages, arguments and continued lines are read as Docker reads them", () => {
  const { args, stages } = parseDockerfile(`# a comment
ARG BASE=node:24
FROM \${BASE} AS base
RUN one \\
  # said in between
  && two

FROM base
COPY --from=base /a b
`);
  expect(args).toEqual({ BASE: "node:24" });
  expect(stages).toEqual([
    { name: "base", from: "node:24", instructions: [{ name: "RUN", text: "one    && two" }] },
    { name: "", from: "base", instructions: [{ name: "COPY", text: "--from=base /a b" }] },
  ]);
});

test("an argument nobody gave is empty", () => {
  expect(substitute("services/${SERVICE}/${OTHER}", { SERVICE: "billing" })).toBe(
    "services/billing/",
  );
});

test("ours builds a service where no target is named, on the Node that tests run on", () => {
  const { args, stages } = parseDockerfile(readFileSync(join(root, "Dockerfile"), "utf8"));
  expect(stages.at(-1)?.from).toBe("service");
  expect(args["NODE_IMAGE"]).toBe(`node:${process.versions.node}-bookworm-slim`);
});

test("ours runs a service with the engine's options that make up and the benches run it with", () => {
  const optionsIn = (file: string) =>
    readFileSync(join(root, file), "utf8").match(/--[a-z-]+=\d+/g);
  expect(optionsIn("Dockerfile")).toHaveLength(2);
  expect(optionsIn("dev/stack/src/processes.ts")).toEqual(optionsIn("Dockerfile"));
});
