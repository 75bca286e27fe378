import { expect, test } from "vitest";
import { SlowLane } from "./slow-lane";

const laneOf = (limits: Partial<ConstructorParameters<typeof SlowLane>[0]> = {}) =>
  new SlowLane({ everyMs: 1, waitingMax: 100, groupMax: 50, ...limits });

/**
 * Runs groups, one letter each, through the lane and returns their order. `!` marks refused ones.
 */
async function through(lane: SlowLane, groups: string): Promise<string> {
  let out = "";
  await Promise.all(
    [...groups].map((group) =>
      lane.enter(group).then((full) => {
        out += full === null ? group : `${group}!`;
      }),
    ),
  );
  return out;
}

test("a crowd of one group does not stand before somebody else", async () => {
  expect(await through(laneOf(), "aaaaabc")).toBe("abcaaaa");
});

test("each group may have only so many waiting", async () => {
  expect(await through(laneOf({ groupMax: 2 }), "aaaab")).toBe("a!a!aba");
});

test("when the lane is full, whoever has the most waiting makes room", async () => {
  expect(await through(laneOf({ waitingMax: 4 }), "aaaabc")).toBe("a!a!abca");
  expect(await through(laneOf({ waitingMax: 3 }), "abcd")).toBe("d!abc");
});

test("it opens again, and says when there will be room", async () => {
  const lane = laneOf({ waitingMax: 2, everyMs: 2 });
  expect(await through(lane, "ab")).toBe("ab");
  expect(await through(lane, "ab")).toBe("ab");
  const slow = laneOf({ groupMax: 1, everyMs: 1_500 });
  const first = slow.enter("a");
  expect(await slow.enter("a")).toBe(2);
  expect(await first).toBeNull();
});
