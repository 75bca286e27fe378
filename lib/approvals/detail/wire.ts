import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { exactJson, wireTime } from "@/lib/core/wire";
import { argumentDifferences } from "../differences";
import type { Judged, Notice } from "../precedent/types";
import { receiptWire } from "../receipt-wire";
import { DECISIONS } from "../types";
import { approvalWire, statusWire } from "../wire";
import type { ApprovalView } from "./types";

const judgedWire = z
  .strictObject({ approved: z.int(), turned_down: z.int().describe("Rejected, sent back, or revoked.") })
  .describe("What people decided of the newest 200 at most.");

const changeWire = z.strictObject({
  path: z.string().describe("A JSON pointer into the arguments."),
  before: exactJson.optional(),
  now: exactJson.optional(),
});

const whatWire = z.enum(["tool", "agent", "caller", "target"]);

const noticeWire = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("disagreement"),
    by: z.enum(["summary", "how_many"]).describe("Where the number is claimed."),
    claimed: z.int(),
    held: z.int().describe("What the arguments hold or say."),
    name: z.string().describe("The member of the arguments, as it was sent."),
  }),
  z.strictObject({
    kind: z.literal("how_many"),
    claimed: z.number(),
    median: z.number(),
    highest: z.number(),
    of: z.int(),
  }),
  z.strictObject({ kind: z.literal("most_ever"), claimed: z.number(), highest: z.number(), of: z.int() }),
  z.strictObject({
    kind: z.literal("may_have_run"),
    approval_id: z.uuid().describe("The same call, started before: it may have taken effect already."),
  }),
  z.strictObject({
    kind: z.literal("precondition"),
    ours: z.string(),
    theirs: z.string().describe("What a later call for the same target names."),
    approval_id: z.uuid(),
  }),
  z.strictObject({ kind: z.literal("definition"), from: z.int(), to: z.int() }),
  z.strictObject({ kind: z.literal("mostly_refused"), what: whatWire, refused: z.int(), of: z.int() }),
  z.strictObject({ kind: z.literal("first"), what: whatWire.describe("`caller`: this tool by this agent.") }),
  z.strictObject({
    kind: z.literal("server_says"),
    claim: z.enum(["says_read_only", "says_harmless", "says_destructive"]),
    ours: z.enum(RISKS),
  }),
  z.strictObject({ kind: z.literal("claimed_risk"), claimed: z.enum(RISKS), ours: z.enum(RISKS) }),
]);

const precedentWire = z.strictObject({
  last_approved: z
    .strictObject({
      id: z.uuid(),
      decided_at: wireTime,
      decided_by: z.string().nullable(),
      same_agent: z.boolean(),
      changes: z.array(changeWire).describe("From its arguments to those of this call, 50 at most."),
    })
    .nullable(),
  tool: judgedWire,
  agent: judgedWire.nullable().describe("With any tool; null where the gateway named no agent."),
  target: judgedWire
    .nullable()
    .describe("With this tool, for the same `facts.to_whom`; null where there is none."),
  how_many: z
    .strictObject({ of: z.int(), median: z.number().nullable(), highest: z.number().nullable() })
    .describe("`facts.how_many` of the approved calls of this tool, 200 at most."),
  notices: z.array(noticeWire).describe("What is unusual, most urgent first."),
});

const attemptsWire = z.strictObject({
  number: z
    .int()
    .describe(
      "Which attempt at the same thing this is, at least: of the calls before it the 20 newest are looked at.",
    ),
  earlier: z
    .strictObject({
      id: z.uuid(),
      decision: z.enum(DECISIONS),
      decided_at: wireTime,
      decided_by: z.string().nullable(),
      reason: z.string().nullable(),
      changes: z.array(changeWire).describe("From its arguments to those of this call, 50 at most."),
    })
    .nullable(),
  next: z.strictObject({ id: z.uuid(), status: statusWire, created_at: wireTime }).nullable(),
});

/** One approval with its precedents, as a person's script reads it. */
export const approvalOnRecordWire = approvalWire
  .extend({
    precedent: precedentWire
      .nullable()
      .optional()
      .describe("For personal tokens: what the record says of a call that waits; null once it was decided."),
    attempts: attemptsWire
      .optional()
      .describe("For personal tokens: the attempts of the same session, tool and agent around it."),
    receipts: z
      .array(receiptWire)
      .optional()
      .describe("For personal tokens: the proof of each decision, with its place in the activity log."),
  })
  .meta({ id: "ApprovalOnRecord" });

type Recorded = Pick<z.output<typeof approvalOnRecordWire>, "precedent" | "attempts" | "receipts">;

/** What the record says of a call, in wire words. */
export function onRecord(view: ApprovalView): Recorded {
  const { precedent, lastApproved: last, earlierAttempt: earlier, nextAttempt: next } = view;
  return {
    precedent: precedent && {
      last_approved: last && {
        ...{ id: last.id, decided_at: last.at, decided_by: last.by, same_agent: last.sameAgent },
        changes: changesOf(last.argumentsText, view.argumentsText),
      },
      tool: judgedOf(precedent.tool),
      agent: precedent.agent && judgedOf(precedent.agent),
      target: precedent.target && judgedOf(precedent.target),
      how_many: precedent.howMany,
      notices: precedent.notices.map(noticeOf),
    },
    attempts: {
      number: earlier?.number ?? 1,
      earlier: earlier && {
        ...{ id: earlier.id, decision: earlier.decision, decided_at: earlier.at, decided_by: earlier.by },
        reason: earlier.reason,
        changes: changesOf(earlier.argumentsText, view.requestedArgumentsText ?? view.argumentsText),
      },
      next: next && { id: next.id, status: next.status, created_at: next.at },
    },
    receipts: view.receipts,
  };
}

function judgedOf({ approved, refused }: Judged) {
  return { approved, turned_down: refused };
}

function changesOf(before: string, now: string): z.output<typeof changeWire>[] {
  return argumentDifferences(before, now).map(({ path, approved, received }) => ({
    path,
    before: approved,
    now: received,
  }));
}

function noticeOf(notice: Notice): z.output<typeof noticeWire> {
  switch (notice.kind) {
    case "disagreement": {
      const { by, claimed, held, name } = notice.disagreement;
      return { kind: notice.kind, by, claimed, held, name };
    }
    case "may_have_run":
      return { kind: notice.kind, approval_id: notice.id };
    case "precondition": {
      const { kind, ours, theirs, id } = notice;
      return { kind, ours, theirs, approval_id: id };
    }
    case "server_says":
      return { kind: notice.kind, claim: notice.mismatch, ours: notice.ours };
    default:
      return notice;
  }
}
