import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePidFile } from "@matinale/dev-services";
import { expect, test, vi } from "vitest";
import { placesIn } from "../places.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { reloadChanged } from "./reload.ts";

const past = new Date(0);

/** A stack in which delivery and the gateway run, with a present site. */
function runningStack() {
  const places = placesIn({ RUN_FOLDER: temporaryFolder() });
  const site = join(places.site, "pages/index.json");
  mkdirSync(join(places.site, "pages"), { recursive: true });
  writeFileSync(site, "{}");
  mkdirSync(places.pids);
  const stopped: string[] = [];
  const members = ["delivery", "gateway"].map((name) => {
    writePidFile(places.pidFile(name), process.pid);
    const stop = async () => {
      stopped.push(name);
      rmSync(places.pidFile(name));
    };
    return { name, pid: process.pid, start: async () => undefined, stop };
  });
  const prepareSite = vi.fn<() => Promise<void>>();
  const round = reloadChanged(places, members, prepareSite, () => undefined);
  const changeCodeOf = (name: string) => utimesSync(places.pidFile(name), past, past);
  const changeSite = () => utimesSync(site, past, past);
  return { round, prepareSite, stopped, changeCodeOf, changeSite };
}

test("stops the process whose code has changed, and no other", async () => {
  const { round, stopped, changeCodeOf } = runningStack();
  await round();
  expect(stopped).toEqual([]);
  changeCodeOf("delivery");
  await round();
  expect(stopped).toEqual(["delivery"]);
});

test("stops the gateway after the new build of the site", async () => {
  const { round, prepareSite, stopped, changeSite } = runningStack();
  changeSite();
  prepareSite.mockImplementation(async () => expect(stopped).toEqual([]));
  await round();
  expect(stopped).toEqual(["gateway"]);
});

test("does not build the site again before its code has changed, after a build that failed", async () => {
  const { round, prepareSite, stopped, changeSite } = runningStack();
  changeSite();
  prepareSite.mockRejectedValue(new Error("a syntax error"));
  await expect(round()).rejects.toThrow("a syntax error");
  await round();
  expect(prepareSite).toHaveBeenCalledOnce();
  expect(stopped).toEqual([]);
});

test("stops a service while the site cannot be built", async () => {
  const { round, prepareSite, stopped, changeCodeOf, changeSite } = runningStack();
  changeSite();
  changeCodeOf("delivery");
  prepareSite.mockRejectedValue(new Error("a syntax error"));
  await expect(round()).rejects.toThrow("a syntax error");
  expect(stopped).toEqual(["delivery"]);
});
