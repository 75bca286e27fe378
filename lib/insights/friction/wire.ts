import * as z from "zod";
import { UNREAD_SECONDS } from "@/lib/approvals/types";
import { wireOf, wireTime } from "@/lib/core/wire";
import { FRICTION_KINDS, type Friction, type FrictionFigures, type FrictionRow, PACE_PARTS } from "./types";

const count = z.int();
const seconds = z.number().nullable();

const figures = {
  calls: count.describe("Calls that people were asked about and that ended."),
  decided: count.describe("Those that people decided; not the revoked and the expired ones."),
  median_seconds: seconds.describe("From the asking to the decision; of an approver, to their own vote."),
  p90_seconds: seconds,
  unread: count.describe(`Decided within ${UNREAD_SECONDS} seconds of the asking.`),
  edited: count,
  rejected: count,
  changes_requested: count,
  expired: count.nullable().describe("Undecided in time; null for an approver."),
  waited_seconds: z
    .number()
    .describe(
      "What waiting cost: the time from asking to approval of the calls that were approved as they were sent.",
    ),
};

const figuresWire = z.strictObject(figures);

const frictionRowWire = z.strictObject({
  name: z.string().nullable().describe("Null: the calls named no agent."),
  gateway: z.string().nullable().describe("Of a tool or a gateway."),
  provider: z.string().nullable(),
  tool_id: z.uuid().nullable(),
  person_id: z.uuid().nullable(),
  ...figures,
  on_screen: z
    .strictObject({ approvals: count, under_5_seconds: count, median_seconds: z.number() })
    .nullable()
    .describe("Of an approver: how long calls were on the screen before their yes, where a vote says so."),
});

export const frictionWire = z
  .strictObject({
    by: z.enum(FRICTION_KINDS),
    since: wireTime.describe("Later than asked for where there were more decisions than are counted."),
    until: wireTime,
    complete: z.boolean(),
    total: figuresWire,
    buckets: z.array(
      z.strictObject({
        from: z.iso.date(),
        to: z.iso.date(),
        ...Object.fromEntries(PACE_PARTS.map((part) => [part, count])),
      }),
    ),
    data: z.array(frictionRowWire),
    more: z.boolean().describe("There are more rows than these; the page has them as a file."),
  })
  .meta({ id: "Friction" });

const wireFigures = (one: FrictionFigures) => wireOf(figuresWire, one, { changes_requested: one.sentBack });

/** One row in wire words; files have the same members. */
export function wireFrictionRow(row: FrictionRow): z.output<typeof frictionRowWire> {
  const { name, gateway, provider, toolId, personId, looked } = row;
  return {
    ...{ name, gateway, provider, tool_id: toolId, person_id: personId },
    ...wireFigures(row),
    on_screen: looked && {
      approvals: looked.timed,
      under_5_seconds: looked.glanced,
      median_seconds: looked.medianSeconds,
    },
  };
}

export function wireFriction(friction: Friction): z.output<typeof frictionWire> {
  const { by, since, until, complete, total, rows, more, buckets } = friction;
  return {
    ...{ by, since, until, complete, more },
    total: wireFigures(total),
    buckets: buckets.map(({ from, to, parts }) => ({ from, to, ...parts })),
    data: rows.map(wireFrictionRow),
  };
}
