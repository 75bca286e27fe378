import { expect, test } from "vitest";
import { precedentOf } from "./rules";
import type { StoredRecord } from "./types";

const CALL = {
  ...{ summary: null, argumentsText: "{}", edited: false, agent: null, precondition: null },
  ...{ claimedRisk: null, rating: null, annotationsText: null, definition: null, mayHaveRun: null },
};

function noticesOf(claimed: number, howMany: StoredRecord["howMany"]) {
  const record = { tool: { approved: 9, refused: 0 }, agent: null, caller: true, target: null, later: null };
  return precedentOf({ ...CALL, facts: { how_many: claimed } }, { ...record, howMany }).notices;
}

test.each([
  ["four times the usual count, below the highest", 8, { of: 9, median: 2, highest: 10 }, []],
  ["five times the usual count", 10, { of: 9, median: 2, highest: 10 }, ["how_many"]],
  ["more than ever, but not many times the usual", 6, { of: 9, median: 2, highest: 5 }, ["most_ever"]],
  ["one where none is usual and many were approved", 1, { of: 9, median: 0, highest: 300 }, []],
  ["one where there never was any", 1, { of: 9, median: 0, highest: 0 }, ["most_ever"]],
  ["five where none is usual", 5, { of: 9, median: 0, highest: 300 }, ["how_many"]],
  ["none where none is usual", 0, { of: 9, median: 0, highest: 0 }, []],
  ["many after two approved calls", 500, { of: 2, median: 1, highest: 1 }, []],
])("of counts: %s", (_, claimed, howMany, kinds) => {
  expect(noticesOf(claimed, howMany).map(({ kind }) => kind)).toEqual(kinds);
});
