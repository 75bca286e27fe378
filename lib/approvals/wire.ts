import * as z from "zod";
import { RawJson } from "@/lib/core/json/raw";
import { RISKS } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { exactJson, exactObject, foreignText, pageWire, wireOf, wireTime } from "@/lib/core/wire";
import type { Execution } from "@/lib/generated/prisma/client";
import { asksReason, requirementOf, requirementsOf, type WaitsBy } from "@/lib/policies/requirements";
import {
  ANY_DECIDER,
  DECIDER_ROLES,
  POLICY_ACTIONS,
  type PolicyOfCall,
  REASONED_VERDICTS,
} from "@/lib/policies/types";
import { demandsOf } from "./deciders/rules";
import { tallyOf } from "./deciders/tally";
import type { Voter } from "./deciders/types";
import { argumentDifferences } from "./differences";
import { knownOutcomeOf } from "./execution/rules";
import { executionReportWire } from "./execution/schema";
import { agentMessage, messageOf } from "./messages";
import { questionWire, type StoredQuestion, toQuestion } from "./notes/wire";
import { signedWire } from "./receipt-wire";
import { currentExecution, statusOf } from "./rules";
import type { SignedOnRecord } from "./signing/types";
import { DECISIONS, type DecisionWord, EXECUTIONS, STATUSES, type WholeApproval } from "./types";

export const statusWire = z
  .enum(STATUSES)
  .describe("One word for simple clients: the decision until approved, then the execution.");

const MODES = ["callback", "reissue"] as const;

const OUTCOME_STATES = ["executing", "succeeded", "failed", "unknown", "lapsed"] as const;

export const outcomeWire = z.strictObject({
  status: z.enum(OUTCOME_STATES),
  result: z.unknown().optional().describe("As reported; when it was too large, its beginning as text."),
  result_truncated: z.literal(true).optional(),
  error: z.strictObject({ code: z.string().optional(), message: z.string() }).optional(),
  duration_ms: z.int().optional(),
});

const voteWire = z.strictObject({
  revision: z.int().describe("What it was cast on; an edit voids the votes on earlier ones."),
  by: z.string(),
  deputy_for: z
    .string()
    .nullable()
    .describe("The absent person whose place the voter took; null without one. The two count as one person."),
  verdict: z.string(),
  reason: z.string().nullable(),
  at: wireTime,
  passkey: signedWire
    .nullable()
    .describe("The signature of the person's passkey; null where none was asked for."),
});

export const differenceWire = z.strictObject({
  path: z.string().describe("A JSON pointer into the arguments."),
  approved: exactJson.optional(),
  received: exactJson.optional(),
});

const seatWire = z.strictObject({
  policy: z.string(),
  approvals: z.int().describe("How many of these people have to approve."),
  missing: z.int().describe("How many of them have not yet. A person counts for one seat of a policy."),
  roles: z.array(z.enum(DECIDER_ROLES)),
  people: z.array(z.string()).describe("E-mail addresses."),
  groups: z.array(z.string()),
});

export const approvalWire = z
  .strictObject({
    id: z.uuid(),
    external_id: foreignText.nullable().describe("Your own id for the call."),
    tenant: z.string(),
    gateway: z.string(),
    provider: foreignText.nullable(),
    tool: foreignText,
    arguments: exactObject.describe("Exactly as sent, or as a person changed them."),
    arguments_text: foreignText.describe("The same, byte for byte. Run or repeat these."),
    arguments_sha256: z.string().describe("Hex SHA-256 of their canonical form."),
    revision: z.int().describe("Goes up when a person changes the arguments."),
    edited: z.boolean().describe("True: a person changed the arguments you sent."),
    mode: z.enum(MODES).describe("Who runs it: the gateway on its callback, or the agent by repeating it."),
    risk: z.enum(RISKS),
    summary: foreignText,
    rationale: foreignText.nullable(),
    status: statusWire,
    decision: z.enum(DECISIONS),
    execution: z.enum(EXECUTIONS),
    execution_id: z.uuid().nullable().describe("What to report the execution under, once approved."),
    delivery: z
      .enum(["none", "owed", "delivered", "dead"])
      .describe(
        "The callback to the gateway. `none`: the call has no callback. `owed`: not acknowledged yet. `delivered`: acknowledged. `dead`: given up.",
      ),
    differences: z
      .array(differenceWire)
      .optional()
      .describe(
        "What a person changed, where one did: the arguments as asked and as approved. Not in lists.",
      ),
    decide_by: wireTime,
    release_at: wireTime
      .nullable()
      .describe(
        "Enough people have approved it, and it is held until then: they may still take that back, and nothing may run. Null: nothing is held.",
      ),
    use_by: wireTime.nullable().describe("Start it before then."),
    votes: z.array(voteWire),
    approvals_required: z.int().describe("How many people have to approve."),
    approvals_missing: z
      .int()
      .optional()
      .describe("While it waits: how many more people have to approve, at least. Not in lists."),
    seats: z
      .array(seatWire)
      .optional()
      .describe(
        "While it waits for several groups of approvers: each with what is missing. For people; not in lists.",
      ),
    questions: z
      .array(questionWire)
      .optional()
      .describe(
        "What people ask the agent, oldest first. The call goes on waiting. Reply with `POST /api/v1/approvals/{id}/replies`. Not in lists.",
      ),
    policy: z
      .strictObject({ name: z.string(), version: z.int(), action: z.enum(POLICY_ACTIONS) })
      .nullable()
      .describe("The policy that decided what becomes of the call; null: none did."),
    deciders: z
      .strictObject({
        roles: z.array(z.enum(DECIDER_ROLES)),
        people: z.array(z.string()).describe("E-mail addresses."),
        groups: z.array(z.string()),
      })
      .nullable()
      .describe(
        "Who may decide by its policy: any of these. All empty: any approver or administrator. For people; null for gateways.",
      ),
    reason_required: z
      .array(z.enum(REASONED_VERDICTS))
      .describe("Verdicts that need a `reason`. Rejecting always does."),
    break_glass: z
      .boolean()
      .describe("True: one person approved it alone in an emergency, past what is asked of the approval."),
    remembered_rule: z
      .uuid()
      .nullable()
      .describe("The remembered rule that let it through, so that no person decided this call."),
    outcome: outcomeWire.nullable().describe("What came of it, once it started."),
    known_outcome: z
      .strictObject({ ran: z.boolean(), note: z.string(), by: z.string(), at: wireTime })
      .nullable()
      .describe("What a person found out where the gateway does not know; null: no one did."),
    unknown_of: z
      .uuid()
      .nullable()
      .describe("The same call, made before, whose unknown outcome holds this one; null for all others."),
    reason: z.string().nullable(),
    agent_message: foreignText.describe("For the model to read, word for word."),
    approval_url: z.string().describe("Where people see it."),
    correlation: exactJson.nullable().describe("As you sent it with the call, or null."),
    created_at: wireTime,
    decided_at: wireTime.nullable(),
  })
  .meta({ id: "Approval" });

export const revokedWire = approvalWire
  .extend({
    warnings: z
      .array(z.strictObject({ code: z.literal("GATEWAY_MAY_RUN"), message: z.string() }))
      .optional()
      .describe("The gateway may already know of the approval and run the call all the same."),
  })
  .meta({ id: "RevokedApproval" });

export type WireApproval = z.output<typeof approvalWire>;

export const approvalPageWire = pageWire(approvalWire);

/** The names for the ids of a row, its page's URL, and the kind of reader. */
export type WirePlace = { tenant: string; gateway: string; url: string; reader: Scope["actor"]["kind"] };

/** One approval in wire words, with the arguments exactly as received. */
export function toWire(
  approval: WholeApproval,
  { tenant, gateway, url, reader }: WirePlace,
  { requestedText = null, agreed, questions }: Read = {},
): WireApproval {
  return wireOf(approvalWire, approval, {
    ...{ tenant, gateway, approval_url: url },
    arguments: RawJson.parse(approval.argumentsText),
    edited: approval.argumentsSha256 !== approval.requestedSha256,
    mode: approval.mode === "callback" ? "callback" : "reissue",
    status: statusOf(approval),
    differences:
      requestedText === null ? undefined : argumentDifferences(approval.argumentsText, requestedText),
    votes: approval.votes.map(voteOf),
    ...askedBy(approval, reader),
    ...missingPart(approval, reader, agreed),
    questions: questions?.map(toQuestion),
    break_glass: approval.brokeGlass,
    outcome: outcomeOf(currentExecution(approval)),
    known_outcome: knownOutcomeOf(approval),
    agent_message: messageOf(approval),
    correlation: approval.correlation === null ? null : RawJson.parse(approval.correlation),
  });
}

/** What only the reading of one call includes: the arguments as asked, approvals that count, questions. */
type Read = {
  requestedText?: string | null;
  agreed?: readonly Voter[];
  questions?: readonly StoredQuestion[];
};

function missingPart(approval: WholeApproval, reader: WirePlace["reader"], agreed?: readonly Voter[]) {
  // Named, because the row has a member of this name too.
  if (!agreed || approval.decision !== "pending") return { seats: undefined };
  const demands = demandsOf(approval);
  const { missing, seats } = tallyOf(demands, approval.approvalsRequired, agreed);
  const policies = demands.flatMap((one) => one.seats.map(() => one.policy));
  const told = seats.map(({ seat: { count, takers }, open }, at) => {
    const { roles, people, groups } = takers[0] ?? ANY_DECIDER.deciders;
    const named = { roles: [...roles], people: [...people], groups: [...groups] };
    return { policy: policies[at] ?? "", approvals: count, missing: open, ...named };
  });
  const isTold = reader !== "gateway" && told.length > 0;
  return { approvals_missing: missing, seats: isTold ? told : undefined };
}

type Asked = Pick<WireApproval, "policy" | "deciders" | "reason_required">;

/** The requirements of its policy; reasons also by policies that match edited arguments. */
function askedBy(approval: WaitsBy, reader: WirePlace["reader"]): Asked {
  const policy = approval.policy as PolicyOfCall | null;
  const { roles, people, groups } = requirementOf(policy)?.require.deciders ?? ANY_DECIDER.deciders;
  const asked = requirementsOf(approval);
  return {
    policy: policy && { name: policy.name, version: policy.version, action: policy.action },
    deciders: reader === "gateway" ? null : { roles: [...roles], people: [...people], groups: [...groups] },
    reason_required: REASONED_VERDICTS.filter(
      (verdict) => verdict === "reject" || asksReason(asked, verdict) !== undefined,
    ),
  };
}

const voteOf = (vote: WholeApproval["votes"][number]) =>
  wireOf(voteWire, vote, {
    ...{ by: vote.userName, deputy_for: vote.deputyForName, at: vote.createdAt },
    passkey: signedOf(vote),
  });

/** Only `addVote` writes this. */
const signedOf = ({ signed }: { signed: unknown }) => signed as SignedOnRecord | null;

export function outcomeOf(execution: Execution | undefined): WireApproval["outcome"] {
  const status = OUTCOME_STATES.find((state) => state === execution?.state);
  if (!execution || !status) return null;
  const { resultText, resultTruncated, errorMessage, errorCode } = execution;
  return {
    status,
    result: resultText === null ? undefined : resultTruncated ? resultText : RawJson.parse(resultText),
    result_truncated: resultTruncated ? true : undefined,
    error: errorMessage === null ? undefined : { code: errorCode ?? undefined, message: errorMessage },
    duration_ms: execution.durationMs ?? undefined,
  };
}

export const callbackDataWire = z.strictObject({
  approval_id: z.uuid(),
  external_id: foreignText.nullable().describe("Your own id for the call."),
  tenant: z.string(),
  provider: foreignText.nullable(),
  tool: foreignText,
  decision: z.enum(["approved", "rejected", "changes_requested", "expired", "cancelled", "revoked"]),
  revision: z.int().min(1),
  execution_id: z.uuid().nullable().describe("What to report the execution under."),
  use_by: wireTime.nullable().describe("Start it before then."),
  arguments: exactJson.describe("The arguments that were decided on, as JSON."),
  arguments_text: foreignText.describe("The same, byte for byte. Run these."),
  arguments_sha256: z.string(),
  edited: z.boolean().describe("True: a person changed the arguments you sent."),
  decided_by: z
    .array(
      z.strictObject({
        name: z.string(),
        deputy_for: z
          .string()
          .nullable()
          .optional()
          .describe("In whose place, who was out. Left out only in events from before there were deputies."),
        at: wireTime,
        reason: z.string().nullable(),
        passkey: signedWire
          .nullable()
          .optional()
          .describe(
            "The signature of their passkey; null where none was asked for. Left out only in events from before there were passkeys.",
          ),
      }),
    )
    .describe("The people whose votes decided it."),
  break_glass: z
    .boolean()
    .optional()
    .describe(
      "True: one of them approved it alone in an emergency. Left out only in events from before there was break-glass.",
    ),
  reason: z.string().nullable(),
  agent_message: foreignText.describe("For the model to read, word for word."),
  correlation: exactJson.nullable().describe("As you sent it with the call, or null."),
  precondition: foreignText.nullable().describe("As you sent it with the call."),
});

type DecidedApproval = {
  id: string;
  externalId: string | null;
  provider: string | null;
  tool: string;
  decision: Exclude<DecisionWord, "pending">;
  execution: "awaiting" | "blocked";
  revision: number;
  executionId: string | null;
  useBy: Date | null;
  argumentsText: string;
  argumentsSha256: string;
  requestedSha256: string;
  mode: string;
  heldBecause: string;
  policy?: unknown;
  approvalsRequired: number;
  brokeGlass: boolean;
  revokedByPolicy: boolean;
  reason: string | null;
  correlation: string | null;
  precondition: string | null;
};

/** The `data` of a callback: enough to execute the call, or to explain the refusal. */
export function callbackData(
  approval: DecidedApproval,
  tenantKey: string,
  votes: (Pick<WholeApproval["votes"][number], "userName" | "deputyForName" | "createdAt" | "reason"> & {
    signed: unknown;
  })[],
): z.output<typeof callbackDataWire> {
  const edited = approval.argumentsSha256 !== approval.requestedSha256;
  return wireOf(callbackDataWire, approval, {
    ...{ approval_id: approval.id, tenant: tenantKey, edited },
    arguments: RawJson.parse(approval.argumentsText),
    decided_by: votes.map((vote) => ({
      name: vote.userName,
      deputy_for: vote.deputyForName,
      at: vote.createdAt,
      reason: vote.reason,
      passkey: signedOf(vote),
    })),
    break_glass: approval.brokeGlass,
    agent_message: agentMessage({
      ...approval,
      edited,
      releaseAt: null,
      knownOutcome: null,
      resultText: null,
      errorMessage: null,
    }),
    correlation: approval.correlation === null ? null : RawJson.parse(approval.correlation),
  });
}

export const callbackAnswerWire = z.object({
  execution: executionReportWire.partial({ execution_id: true }).optional(),
});
