import kafkajs, { Kafka } from "kafkajs";
import { expect, test, vi } from "vitest";
import { consumerLags } from "./consumer-lags.ts";

/** A client of brokers on which each of these groups has handled 4 of the 10 records of its topic. */
function adminOf(groupIds: readonly string[]) {
  const admin = new Kafka({ brokers: ["127.0.0.1:1"] }).admin();
  const groups = groupIds.map((groupId) => ({ groupId, protocolType: "consumer" }));
  vi.spyOn(admin, "listGroups").mockResolvedValue({ groups });
  vi.spyOn(admin, "fetchOffsets").mockResolvedValue([
    { topic: "", partitions: [{ partition: 0, offset: "4", metadata: null }] },
  ]);
  vi.spyOn(admin, "fetchTopicOffsets").mockResolvedValue([
    { partition: 0, offset: "10", high: "10", low: "0" },
  ]);
  return admin;
}

test.each(["", "live", "live."])(
  "reports the groups of services with the prefix “%s”, and of no other installation",
  async (prefix) => {
    const others = ["staging-", "staging.", "live-", "live.blue."];
    const admin = adminOf(
      [prefix, ...others].map((each) => `${each}delivery.user.changed`).concat("grafana-agent"),
    );
    expect(await consumerLags(admin, prefix)).toEqual([
      { group: "delivery.user.changed", topic: "user.changed", partition: 0, records: 6 },
    ]);
  },
);

test("asks again while the coordinator of the groups loads their offsets", async () => {
  vi.useFakeTimers();
  const admin = adminOf(["delivery.user.changed"]);
  const loading = new kafkajs.KafkaJSProtocolError(
    Object.assign(new Error("loading"), { type: "COORDINATOR_LOAD_IN_PROGRESS", retriable: true }),
  );
  vi.mocked(admin.listGroups).mockRejectedValueOnce(loading).mockRejectedValueOnce(loading);
  vi.mocked(admin.fetchOffsets).mockRejectedValueOnce(loading);
  const lags = consumerLags(admin, "");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await lags).toMatchObject([{ group: "delivery.user.changed", records: 6 }]);
  vi.useRealTimers();
});
