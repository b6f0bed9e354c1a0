import { expect, test } from "vitest";
import { worstOf } from "./operate.ts";

test.each([
  [true, ["content"]],
  [false, ["content", "delivery"]],
])(
  "when the first tool fails and a failure stops the rest: %s, runs %j",
  async (stop, expected) => {
    const started: string[] = [];
    const run = async (tool: string) => {
      started.push(tool);
      return tool === "content" ? 1 : 0;
    };
    expect(await worstOf(["content", "delivery"], { run, stopAtFailure: stop })).toBe(1);
    expect(started).toEqual(expected);
  },
);
