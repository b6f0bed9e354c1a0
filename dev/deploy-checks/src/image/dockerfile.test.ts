import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../places.ts";
import { parseDockerfile, substitute } from "./dockerfile.ts";

test("parses stages, arguments and continued lines", () => {
  const { args, stages } = parseDockerfile(`# a comment
ARG BASE=node:24
FROM \${BASE} AS base
RUN one \\
  # a comment in between
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

test("an argument without a value is empty", () => {
  expect(substitute("services/${SERVICE}/${OTHER}", { SERVICE: "billing" })).toBe(
    "services/billing/",
  );
});

test("our Dockerfile builds a service by default, on the Node version of the tests", () => {
  const { args, stages } = parseDockerfile(readFileSync(join(root, "Dockerfile"), "utf8"));
  expect(stages.at(-1)?.from).toBe("service");
  const tag = args["NODE_IMAGE"]?.replace(/@sha256:[0-9a-f]{64}$/, "");
  expect(tag).toBe(`node:${process.versions.node}-bookworm-slim`);
});
