import { beforeEach, describe, expect, test, vi } from "vitest";
import { PHONE, type Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

let simulator: Running;
simulatorForTests((started) => (simulator = started), { random: () => 0 });

const open = {
  online: true,
  autoConfirm: true,
  autoRead: false,
  windowOpen: false,
  numberHidden: false,
};

describe("phones", () => {
  test("a phone has a state before its first message", async () => {
    expect(await simulator.setPhone({})).toMatchObject({ status: 200, body: open });
    expect((await simulator.setPhone({ autoRead: true })).body).toEqual({
      ...open,
      autoRead: true,
    });
    expect((await simulator.setPhone({ windowOpen: true, online: false })).body).toEqual({
      autoConfirm: true,
      autoRead: true,
      online: false,
      windowOpen: true,
      numberHidden: false,
    });
    expect(await simulator.messages()).toEqual([]);
  });

  test("reading an unknown phone does not create it", async () => {
    expect(await simulator.messages("33611111111")).toEqual([]);
    expect((await simulator.sim("GET", "/phones")).body).toEqual([]);
  });

  test("lists messages oldest first, without empty fields", async () => {
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { text: "Bonjour" });
    simulator.clock.now += 1000;
    await simulator.sendText("Bonsoir", { biz_opaque_callback_data: "secret" });
    await vi.waitFor(async () => expect((await simulator.messages())[0]?.status).toBe("delivered"));
    const base = { id: expect.stringMatching(/^wamid\./), type: "text", status: "delivered" };
    expect(await simulator.messages()).toEqual([
      { ...base, direction: "in", text: "Bonjour", at: simulator.clock.now - 1000 },
      { ...base, direction: "out", text: "Bonsoir", at: simulator.clock.now },
    ]);
  });

  test.each([
    ["PUT", `/phones/${PHONE}`, { colour: "red" }],
    ["PUT", `/phones/${PHONE}`, { online: "yes" }],
    ["PUT", "/phones/camille", { online: true }],
    ["POST", `/phones/${PHONE}/messages`, {}],
    ["POST", `/phones/${PHONE}/messages`, { text: "" }],
    ["POST", `/phones/${PHONE}/messages`, { text: "a", button: "b" }],
    ["POST", `/phones/${PHONE}/messages`, "{"],
    ["POST", `/phones/${PHONE}/read`, { all: true }],
    ["PUT", "/faults", { colour: "red" }],
    ["PUT", "/faults", { rate: 2 }],
    ["PUT", "/faults", { code: "500" }],
    ["PUT", "/faults", { times: 0 }],
    ["PUT", "/faults", []],
    ["GET", "/log?since=yesterday", undefined],
    ["GET", "/log?from=1", undefined],
  ])("%s %s with %j returns 400", async (method, path, body) => {
    const response = await simulator.sim(method, path, body);
    expect(response).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  });

  test("returns 404 for an unknown button and an unknown path", async () => {
    const tap = { button: "LISTEN" };
    expect(await simulator.sim("POST", `/phones/${PHONE}/messages`, tap)).toMatchObject({
      status: 404,
    });
    expect(await simulator.sim("GET", "/nothing")).toMatchObject({ status: 404 });
  });
});

describe("a phone's owner", () => {
  test("replies START automatically to an opt-in request, which opens the window", async () => {
    await simulator.sendOptIn();
    await vi.waitFor(async () =>
      expect(await simulator.messages()).toMatchObject([
        { direction: "out", type: "template" },
        { direction: "in", type: "text", text: "START" },
      ]),
    );
    expect((await simulator.setPhone({})).body.windowOpen).toBe(true);
  });

  test("does not confirm without autoConfirm", async () => {
    await simulator.setPhone({ autoConfirm: false });
    await simulator.sendOptIn();
    await simulator.sendOptIn("33639985678");
    await vi.waitFor(async () => expect(await simulator.messages("33639985678")).toHaveLength(2));
    expect(await simulator.messages()).toHaveLength(1);
  });

  test("confirms only an opt-in request", async () => {
    await simulator.setPhone({ windowOpen: true });
    await simulator.sendText("Bonjour");
    await simulator.sendOptIn("33639985678");
    await vi.waitFor(async () => expect(await simulator.messages("33639985678")).toHaveLength(2));
    expect(await simulator.messages()).toHaveLength(1);
  });

  test("reads at once with autoRead", async () => {
    await simulator.setPhone({ autoRead: true, windowOpen: true });
    await simulator.sendText("Bonjour");
    expect(await simulator.messages()).toMatchObject([{ status: "read" }]);
    await vi.waitFor(() =>
      expect(simulator.receiver.statuses().map(({ status }) => status)).toEqual([
        "sent",
        "delivered",
        "read",
      ]),
    );
  });

  test("can read one of several messages", async () => {
    await simulator.setPhone({ windowOpen: true });
    await simulator.sendText("eins");
    await simulator.sendText("zwei");
    const [, second] = await simulator.messages();
    const read = await simulator.sim("POST", `/phones/${PHONE}/read`, { id: second?.id });
    expect(read.body).toEqual({ messages: [second?.id] });
    expect(await simulator.messages()).toMatchObject([{ status: "delivered" }, { status: "read" }]);
  });
});

describe("an offline phone", () => {
  beforeEach(() => simulator.setPhone({ online: false, windowOpen: true }));

  test("receives its messages when it is online again, oldest first", async () => {
    await simulator.sendText("eins");
    await simulator.sendText("zwei");
    expect(await simulator.messages()).toMatchObject([{ status: "sent" }, { status: "sent" }]);
    await simulator.sim("POST", `/phones/${PHONE}/read`);
    await vi.waitFor(() => expect(simulator.receiver.statuses()).toHaveLength(2));
    await simulator.setPhone({ online: true });
    await vi.waitFor(() =>
      expect(simulator.receiver.statuses().map(({ status }) => status)).toEqual([
        "sent",
        "sent",
        "delivered",
        "delivered",
      ]),
    );
    expect(await simulator.messages()).toMatchObject([
      { status: "delivered" },
      { status: "delivered" },
    ]);
  });

  test("confirms when it is online again", async () => {
    await simulator.sendOptIn();
    await simulator.setPhone({ online: true });
    await vi.waitFor(async () =>
      expect(await simulator.messages()).toMatchObject([{}, { text: "START" }]),
    );
  });

  test("sends the messages of its owner when it is online again", async () => {
    await simulator.setPhone({ windowOpen: false });
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { text: "MENU" });
    expect((await simulator.setPhone({})).body.windowOpen).toBe(false);
    await simulator.setPhone({ online: true });
    await vi.waitFor(() => expect(simulator.receiver.messages()).toHaveLength(1));
    expect((await simulator.setPhone({})).body.windowOpen).toBe(true);
  });
});

test("returns the log from a given time", async () => {
  await simulator.setPhone({ windowOpen: true });
  await simulator.sendText("a", { biz_opaque_callback_data: "part-1" });
  simulator.clock.now += 1;
  const sent = await simulator.sendText("b");
  const { body } = await simulator.sim<unknown[]>("GET", `/log?since=${simulator.clock.now}`);
  expect(body).toEqual([
    {
      at: simulator.clock.now,
      kind: "message",
      type: "text",
      to: PHONE,
      status: 200,
      accepted: true,
      messageId: sent.body.messages?.[0]?.id,
    },
  ]);
  expect(await simulator.log()).toMatchObject([{ callbackData: "part-1" }, {}]);
});

test("DELETE /state clears phones, log and faults", async () => {
  await simulator.sendOptIn();
  await simulator.sim("PUT", "/faults", { code: 131026 });
  expect(await simulator.sim("DELETE", "/state")).toMatchObject({ status: 204 });
  expect((await simulator.sim("GET", "/phones")).body).toEqual([]);
  expect(await simulator.log()).toEqual([]);
  expect((await simulator.sim("GET", "/faults")).body).toEqual({});
});

test("sends changes to the page as events", async () => {
  const events = await fetch(`${simulator.url}/sim/events`);
  expect(events.headers.get("content-type")).toBe("text/event-stream");
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain("simulated");
  await simulator.sendOptIn();
  let sent = "";
  while (!sent.includes("data: phone\n\n") || !sent.includes("data: log\n\n"))
    sent += (await reader.read()).value;
  await reader.cancel();
});
