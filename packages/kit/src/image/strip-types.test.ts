import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const here = import.meta.dirname;
const node = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, args, { cwd: folder, env: {} })).stdout;

const main = `import { greeting } from "./greeting.ts";
const loaded: boolean = process.moduleLoadList.some((name: string) => name.includes("amaro"));
process.stdout.write(greeting("you") + (loaded ? " with the stripper\\n" : " without\\n"));
`;
const greeting = `interface Named { readonly name: string }
export const greeting = (name: Named["name"]): string => \`hello \${name}\`;
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale-stripped-"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeFile(join(folder, "main.ts"), main);
  await writeFile(join(folder, "greeting.ts"), greeting);
  await writeFile(join(folder, "generated.d.ts"), greeting);
});
afterEach(() => rm(folder, { recursive: true }));

test("runs stripped files without the stripper, with the same line and column in errors", async () => {
  expect(await node("main.ts")).toBe("hello you with the stripper\n");
  await node(join(here, "strip-types.ts"), ".");
  expect(await node("--import", join(here, "load-stripped.js"), "main.ts")).toBe(
    "hello you without\n",
  );
  const stripped = await readFile(join(folder, "greeting.ts"), "utf8");
  expect(stripped.indexOf("hello")).toBe(greeting.indexOf("hello"));
});

test("runs stripped files of another folder until a source changes", async () => {
  const into = await mkdtemp(join(tmpdir(), "matinale-stripped-"));
  const loader = pathToFileURL(join(here, "load-stripped.js"));
  loader.searchParams.set("from", into);
  const run = () => node(`--import=${loader.href}`, "main.ts");
  try {
    await node(join(here, "strip-types.ts"), "--into", into, ".");
    expect(await readFile(join(folder, "main.ts"), "utf8")).toBe(main);
    expect(await run()).toBe("hello you without\n");
    await writeFile(join(folder, "greeting.ts"), greeting.replace("hello", "good morning"));
    expect(await run()).toBe("good morning you with the stripper\n");
  } finally {
    await rm(into, { recursive: true });
  }
});

test("leaves declarations unchanged", async () => {
  await node(join(here, "strip-types.ts"), ".");
  expect(await readFile(join(folder, "generated.d.ts"), "utf8")).toBe(greeting);
});
