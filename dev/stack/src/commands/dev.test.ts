import { expect, test, vi } from "vitest";
import { placesIn } from "../places.ts";
import { dev } from "./dev.ts";
import { down } from "./down.ts";
import { up } from "./up.ts";

vi.mock("./down.ts");
vi.mock("./up.ts", { spy: true });

test.each(["SIGINT", "SIGHUP"] as const)(
  "stops everything on %s during the demo",
  async (signal) => {
    vi.spyOn(process, "exit").mockReturnValue(undefined as never);
    vi.mocked(up).mockImplementation((_places, _env, onRunning) => {
      onRunning?.();
      process.emit(signal);
      return new Promise(() => undefined);
    });
    const places = placesIn({ RUN_FOLDER: "unused" });
    await dev(places, {});
    expect(down).toHaveBeenCalledExactlyOnceWith(places);
    vi.clearAllMocks();
  },
);
