import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { countries } from "@matinale/contracts";
import { expect, test } from "vitest";
import { root } from "../places.ts";

const page = readFileSync(join(root, "docs/extending.md"), "utf8");
const [, decisions = ""] =
  /^## Where things are decided\n([^]*?)^## /m.exec(
    readFileSync(join(root, "CONTRIBUTING.md"), "utf8"),
  ) ?? [];
const folders = "config|packages|services|web|dev|proto|docs";
const pages = [
  { name: "docs/extending.md", page, files: 25, names: 9 },
  { name: "CONTRIBUTING.md, where things are decided", page: decisions, files: 10, names: 1 },
];

test.each(pages)("$name names only files and folders that exist", ({ page, files }) => {
  const paths = [...page.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+)\``, "g"))].map(
    ([, path = ""]) => path,
  );
  expect(paths.length).toBeGreaterThanOrEqual(files);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(pages)(
  "$name names only what is in the file that it names",
  ({ page, names: fewest }) => {
    const named = [...page.matchAll(/((?:`\w+`(?: and )?)+) in `([\w./-]+\.\w+)`/g)].flatMap(
      ([, names = "", path = ""]) =>
        [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ name, path })),
    );
    expect(named.length).toBeGreaterThanOrEqual(fewest);
    const missing = named.filter(
      ({ name, path }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, path), "utf8")),
    );
    expect(missing).toEqual([]);
  },
);

test("has a flag for each country, as the last step says", () => {
  const [, flags = ""] = /\{([A-Z,]+)\}\.svg/.exec(
    readFileSync(join(root, "web/src/components/flag.tsx"), "utf8"),
  ) ?? ["", ""];
  expect(flags.toLowerCase().split(",")).toEqual(countries.map(({ code }) => code).toSorted());
});

test("shows an event that the build accepts and generates", async () => {
  const [, example = ""] = /```proto\n([^`]*)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "matinale-event-"));
  try {
    for (const path of ["proto", "buf.yaml", "buf.gen.yaml"]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const file = "matinale/events/v1/digest_rated";
    const unindented = example.replaceAll(/^ {3}/gm, "");
    writeFileSync(join(folder, "proto", `${file}.proto`), unindented);
    const env = {
      ...process.env,
      PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
    };
    for (const command of [["lint"], ["generate"]]) {
      execFileSync("buf", command, { cwd: folder, env, stdio: "pipe" });
    }
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const generated: unknown = await import(
      pathToFileURL(join(folder, "packages/contracts/src/gen", `${file}_pb.ts`)).href
    );
    expect(generated).toMatchObject({
      DigestRatedSchema: { typeName: "matinale.events.v1.DigestRated" },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
