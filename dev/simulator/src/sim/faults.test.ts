import { beforeEach, expect, test, vi } from "vitest";
import { PHONE, type Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

let simulator: Running;
let chance = 0;
simulatorForTests((started) => (simulator = started), { random: () => chance });
beforeEach(() => simulator.setPhone({ windowOpen: true }));

const setFaults = (faults: object) => simulator.sim("PUT", "/faults", faults);
const accepted = async () => (await simulator.log()).map((call) => call.accepted);

test("faults are returned, replaced as a whole and cleared", async () => {
  expect((await setFaults({ code: 131026, times: 2 })).body).toEqual({
    code: 131026,
    times: 2,
    rate: 1,
  });
  expect((await setFaults({ duplicateWebhooks: true })).body).toEqual({
    duplicateWebhooks: true,
  });
  expect((await simulator.sim("GET", "/faults")).body).toEqual({ duplicateWebhooks: true });
  expect((await setFaults({})).body).toEqual({});
});

test("code returns an error in the provider's format", async () => {
  await setFaults({ code: 131026 });
  expect(await simulator.sendText("a")).toMatchObject({
    status: 400,
    body: { error: { code: 131026 } },
  });
  expect(await simulator.messages()).toEqual([]);
  expect(await simulator.log()).toMatchObject([
    { status: 400, code: 131026, accepted: false, to: PHONE },
  ]);
});

test("code 500 returns a plain HTTP 500", async () => {
  await setFaults({ code: 500 });
  const response = await simulator.sendText("a");
  expect(response).toMatchObject({ status: 500, text: "Internal Server Error" });
  expect(await simulator.log()).toMatchObject([{ status: 500, code: 500, accepted: false }]);
});

test("times counts down; invalid bodies do not count", async () => {
  await setFaults({ code: 131026, times: 2 });
  await simulator.sendText("");
  for (const word of ["a", "b", "c"]) await simulator.sendText(word);
  expect(await accepted()).toEqual([false, false, false, true]);
});

test("rate is the share of calls that fail", async () => {
  await setFaults({ code: 131026, rate: 0.3 });
  for (chance of [0, 0.29, 0.3, 0.9]) await simulator.sendText("a");
  expect(await accepted()).toEqual([false, false, true, true]);
});

test("to limits faults to one phone", async () => {
  await setFaults({ code: 131026, to: PHONE });
  expect(await simulator.sendOptIn()).toMatchObject({ status: 400 });
  expect(await simulator.sendOptIn("33639985678")).toMatchObject({ status: 200 });
});

test("delayMs accepts the message at once and responds later", async () => {
  await setFaults({ delayMs: 500 });
  const before = performance.now();
  const answered = vi.fn<() => void>();
  const sent = simulator.sendText("a").finally(answered);
  await vi.waitFor(async () => expect(await simulator.messages()).toHaveLength(1));
  expect(answered).not.toHaveBeenCalled();
  expect(await sent).toMatchObject({ status: 200 });
  expect(performance.now() - before).toBeGreaterThan(490);
});

test("dropAnswer accepts the message, then closes the connection", async () => {
  await setFaults({ dropAnswer: true, times: 1 });
  await expect(simulator.sendText("a", { biz_opaque_callback_data: "part-1" })).rejects.toThrow(
    "fetch failed",
  );
  expect(await simulator.messages()).toMatchObject([{ text: "a", status: "delivered" }]);
  expect(await simulator.log()).toMatchObject([{ accepted: true, callbackData: "part-1" }]);
  await vi.waitFor(() =>
    expect(simulator.receiver.statuses()[0]).toMatchObject({
      biz_opaque_callback_data: "part-1",
    }),
  );
  expect(await simulator.sendText("b")).toMatchObject({ status: 200 });
});

test("calls above messagesPerSecond fail with 130429", async () => {
  await setFaults({ messagesPerSecond: 2 });
  simulator.clock.now += 5000;
  for (const word of ["a", "b", "c"]) await simulator.sendText(word);
  simulator.clock.now += 1000;
  await simulator.sendText("d");
  expect(await accepted()).toEqual([true, true, false, true]);
  expect((await simulator.log())[2]).toMatchObject({ status: 429, code: 130429 });
});
