import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { placesIn } from "./places.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

vi.mock("node:fs/promises", { spy: true });
vi.mock("@matinale/dev-services", { spy: true });
vi.mock("./code.ts", { spy: true });
// other test files of this process have loaded these modules without the mocks
vi.resetModules();
const { cp, utimes } = await import("node:fs/promises");
const { runCommand } = await import("@matinale/dev-services");
const { hasPresentSite } = await import("./code.ts");
const { builtWeb, prepareWeb } = await import("./web-build.ts");

const newPlaces = () => placesIn({ RUN_FOLDER: temporaryFolder() });

test("an interrupted copy of the built site leaves the former one, and is no site itself", async () => {
  const places = newPlaces();
  mkdirSync(places.site);
  const former = join(places.site, "index.html");
  writeFileSync(former, "");
  vi.mocked(hasPresentSite).mockImplementation((folder) => folder === builtWeb);
  vi.mocked(cp).mockImplementation(async (_from, to) => {
    mkdirSync(join(String(to), "pages"), { recursive: true });
    writeFileSync(join(String(to), "pages/index.json"), "{}");
    throw new Error("interrupted");
  });
  await expect(prepareWeb(places, {})).rejects.toThrow("interrupted");
  expect(existsSync(former)).toBe(true);
  expect(existsSync(join(places.site, "pages"))).toBe(false);
});

test("two stacks that need the site at the same time build it once, and copy it when it is complete", async () => {
  const events: string[] = [];
  let isBuilt = false;
  vi.mocked(hasPresentSite).mockImplementation((folder) => folder === builtWeb && isBuilt);
  vi.mocked(runCommand).mockImplementation(async () => {
    events.push("build begins");
    await pause(50);
    isBuilt = true;
    events.push("build ends");
    return "";
  });
  vi.mocked(utimes).mockResolvedValue();
  vi.mocked(cp).mockImplementation(async (_from, to) => {
    events.push("copy");
    mkdirSync(String(to));
  });
  await Promise.all([prepareWeb(newPlaces(), {}), prepareWeb(newPlaces(), {})]);
  expect(events).toEqual(["build begins", "build ends", "copy", "copy"]);
});
