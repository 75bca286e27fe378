import fc from "fast-check";
import { expect, test } from "vitest";
import type { QueueMember, QueueRow } from "@/lib/approvals/queue/types";
import { rowsOfText, textOfRows } from "./row-text";

const time = fc.date({ noInvalidDate: true });
const call = {
  id: fc.uuid(),
  revision: fc.integer({ min: 1, max: 3 }),
  argumentsSha256: fc.constantFrom("a", "b"),
};
const member: fc.Arbitrary<QueueMember> = fc.record({ ...call, createdAt: time, decideBy: time });
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });

const row: fc.Arbitrary<QueueRow> = fc.record({
  ...call,
  key: fc.string(),
  risk: fc.constantFrom("low", "critical"),
  headline: fc.string({ unit: "binary" }),
  provider: orNull(fc.string()),
  tool: fc.string(),
  agent: orNull(fc.string()),
  tenant: fc.string(),
  gateway: fc.string(),
  status: fc.constantFrom("pending", "failed"),
  decision: fc.constantFrom("pending", "approved"),
  undelivered: fc.boolean(),
  soon: fc.boolean(),
  byPerson: fc.boolean(),
  owner: orNull(fc.string()),
  failedDeliveryId: orNull(fc.uuid()),
  outcomeKnown: fc.boolean(),
  createdAt: time,
  decideBy: time,
  releaseAt: orNull(time),
  decidedAt: orNull(time),
  decidedBy: orNull(fc.string()),
  byPolicy: fc.boolean(),
  assignment: orNull(fc.record({ userId: fc.uuid(), name: fc.string(), until: time })),
  changedAt: time,
  acknowledgedBy: orNull(fc.string()),
  approvalsRequired: fc.integer({ min: 1, max: 10 }),
  approvalsGiven: fc.nat({ max: 10 }),
  brokeGlass: fc.boolean(),
  seats: orNull(
    fc.array(
      fc.record({
        ...{ of: fc.string(), more: fc.string(), count: fc.nat(), open: fc.nat() },
        by: fc.array(fc.record({ name: fc.string(), at: time }), { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  ),
  snoozedUntil: orNull(time),
  members: fc.array(member, { maxLength: 3 }),
  moreMembers: fc.boolean(),
});

test("rows come out of their text as they went in", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), (rows) => {
      expect(rowsOfText(textOfRows(rows))).toEqual(rows);
    }),
  );
});
