import { startTemporaryDevServices } from "@matinale/dev-services";
import { expect, test, vi } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { check } from "./check.ts";

vi.mock("@matinale/dev-services", { spy: true });

test("an unknown step is an error that names it, and no step runs", async () => {
  const checked = check(["lint", "integraton"]);
  await expect(checked).rejects.toThrow(CannotStart);
  await expect(checked).rejects.toThrow("no step integraton; the steps are lint, types,");
});

test("ends with its summary when the services of a step do not start", async () => {
  vi.stubEnv("CHECK_ALL", "1");
  vi.stubEnv("PATH", process.env["PATH"]);
  vi.mocked(startTemporaryDevServices).mockRejectedValue(new Error("There is no Redis"));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await check(["bench-smoke"]);
  const printed = write.mock.calls.map(([text]) => String(text)).join("");
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  expect(printed).toContain("There is no Redis");
  expect(printed).toContain("Failed: bench-smoke");
});
