import { shownValue } from "@/lib/arguments/excerpts";
import type { JsonNode } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { redactText } from "@/lib/core/text/prose";
import type { PolicyAction } from "@/lib/policies/types";
import { SUMMARY_MAX } from "../types";

/** An earlier approval of the same call, as the gate reads it. */
export type EarlierApproval = {
  id: string;
  decision: string;
  execution: string;
  mode: string;
  argumentsSha256: string;
  redeemedAt: Date | null;
  redemptionKey: string | null;
  useBy: Date | null;
  decidedAt: Date | null;
  /** The policy that refused it, and the list version; null if none did. */
  deniedBy: string | null;
  deniedVersion: number | null;
  /** It started, its end is not known, and no person has decided about the same call since. */
  isUnknown: boolean;
};

export type GateFacts = {
  digest: string;
  risk: RiskWord;
  confirmationRequired: boolean;
  confirm: boolean;
  redemptionKey: string | null;
  settings: { autoApproveHighRisk: boolean; confirmMode: string; rejectionCooldownSeconds: number };
  /** Newest first. */
  earlier: readonly EarlierApproval[];
  /** The first policy that matches the call; null if none does. */
  policy: {
    action: PolicyAction;
    name: string;
    version: number;
    /** It matches because of its budget, and no later policy would refuse the call. */
    byBudget: boolean;
  } | null;
  isRemembered: boolean;
  now: Date;
};

/** Why a call that would have waited is allowed with a stored row. */
export type RecordedReason = "auto_approved" | "confirmed" | "policy" | "remembered";

export type Verdict =
  | { kind: "redeem"; approvalId: string }
  | { kind: "replay_grant"; approvalId: string }
  | { kind: "deny_mismatch"; approvalId: string }
  | { kind: "deny_used"; approvalId: string }
  | { kind: "join"; approvalId: string }
  | { kind: "deny_earlier"; approvalId: string }
  | { kind: "deny_policy" /** The row of an earlier refusal. */; approvalId: string | null }
  | { kind: "allow_recorded"; reason: RecordedReason }
  | { kind: "hold" /** The earlier call with an unknown outcome. */; unknownOf?: string }
  | { kind: "allow" };

type Step = (facts: GateFacts) => Verdict | null;

/** In order of judgement, after schema, rationale and risk. The first answer decides. */
const STEPS: readonly Step[] = [
  denial,
  grant,
  samePending,
  coolDown,
  unknownBefore,
  policy,
  autoApproval,
  confirmation,
  requirement,
];

export function judge(facts: GateFacts): Verdict {
  for (const step of STEPS) {
    const verdict = step(facts);
    if (verdict) return verdict;
  }
  return { kind: "allow" };
}

/**
 * A refusal by policy overrides any grant. Exceptions: a retry whose answer may have been lost, and
 * an approved call that its gateway is running. A used-up budget is no such refusal: the approved
 * call has its share already.
 */
function denial(facts: GateFacts): Verdict | null {
  if (facts.policy?.action !== "deny" || facts.policy.byBudget) return null;
  if (grant(facts)?.kind === "replay_grant") return null;
  const run = facts.earlier.find(isRunByGateway);
  return run ? { kind: "join", approvalId: run.id } : refusal(facts, facts.policy);
}

function refusal({ earlier }: GateFacts, { name, version }: { name: string; version: number }): Verdict {
  const told = earlier.find((a) => a.deniedBy === name && a.deniedVersion === version);
  return { kind: "deny_policy", approvalId: told?.id ?? null };
}

/** A person's decision on this very call overrides policies for calls like it. */
function policy(facts: GateFacts): Verdict | null {
  if (facts.policy?.action === "deny") return refusal(facts, facts.policy);
  if (facts.policy?.action === "require") return remembered(facts) ?? { kind: "hold" };
  const lets = facts.policy?.action === "allow" && facts.confirmationRequired;
  return lets ? { kind: "allow_recorded", reason: "policy" } : null;
}

/** `reissue`: the agent repeats the call; `callback`: the gateway runs it, without a grant. */
function grant(facts: GateFacts): Verdict | null {
  const grants = facts.earlier.filter((a) => a.decision === "approved" && a.mode === "reissue");
  const own =
    facts.redemptionKey === null ? undefined : grants.find((a) => a.redemptionKey === facts.redemptionKey);
  if (own)
    return {
      kind: own.argumentsSha256 === facts.digest ? "replay_grant" : "deny_mismatch",
      approvalId: own.id,
    };
  const unused = grants.filter((a) => isUnusedGrant(a) && inTime(a, facts.now));
  const exact = unused.find((a) => a.argumentsSha256 === facts.digest);
  if (exact) return { kind: "redeem", approvalId: exact.id };
  const edited = unused[0];
  if (edited) return { kind: "deny_mismatch", approvalId: edited.id };
  const used = grants.find(
    (a) =>
      a.redeemedAt !== null &&
      a.argumentsSha256 === facts.digest &&
      // After its end, known or not, the same call is a new request.
      a.execution === "executing",
  );
  return used ? { kind: "deny_used", approvalId: used.id } : null;
}

/** Whether the agent's next equal call would use up this approval. */
export function isUnusedGrant({ decision, mode, execution, redeemedAt }: EarlierApproval): boolean {
  return decision === "approved" && mode === "reissue" && execution === "awaiting" && redeemedAt === null;
}

function inTime(approval: EarlierApproval, now: Date): boolean {
  return approval.useBy !== null && approval.useBy > now;
}

function samePending(facts: GateFacts): Verdict | null {
  const open = facts.earlier.find((a) => a.decision === "pending" || isRunByGateway(a));
  return open ? { kind: "join", approvalId: open.id } : null;
}

function isRunByGateway({ decision, mode, execution }: EarlierApproval): boolean {
  return (
    decision === "approved" && mode === "callback" && (execution === "awaiting" || execution === "executing")
  );
}

function coolDown(facts: GateFacts): Verdict | null {
  const since = facts.now.getTime() - facts.settings.rejectionCooldownSeconds * 1_000;
  const no = facts.earlier.find(
    (a) =>
      (a.decision === "rejected" || a.decision === "changes_requested") &&
      a.deniedBy === null &&
      a.decidedAt !== null &&
      a.decidedAt.getTime() > since,
  );
  return no ? { kind: "deny_earlier", approvalId: no.id } : null;
}

/** A person first looks what the earlier call did, even where calls like it need no approval. */
function unknownBefore({ earlier, policy }: GateFacts): Verdict | null {
  const run = policy?.action === "deny" ? undefined : earlier.find((a) => a.isUnknown);
  return run ? { kind: "hold", unknownOf: run.id } : null;
}

/** The opt-in covers high risk. Critical always waits for a person. */
function autoApproval(facts: GateFacts): Verdict | null {
  const applies =
    facts.confirmationRequired && facts.risk !== "critical" && facts.settings.autoApproveHighRisk;
  return applies ? { kind: "allow_recorded", reason: "auto_approved" } : null;
}

function confirmation(facts: GateFacts): Verdict | null {
  const applies =
    facts.confirmationRequired &&
    facts.risk !== "critical" &&
    facts.confirm &&
    facts.settings.confirmMode === "accept";
  return applies ? { kind: "allow_recorded", reason: "confirmed" } : null;
}

function requirement(facts: GateFacts): Verdict | null {
  return facts.confirmationRequired ? (remembered(facts) ?? { kind: "hold" }) : null;
}

/** Only if the call would wait, so that no other use is counted; never for critical calls. */
function remembered(facts: GateFacts): Verdict | null {
  const applies = facts.isRemembered && facts.risk !== "critical";
  return applies ? { kind: "allow_recorded", reason: "remembered" } : null;
}

/** A headline for a call without summary: tool and start of the arguments, without secrets. */
export function defaultSummary(provider: string | null, tool: string, args: JsonNode, text: string): string {
  const name = provider ? `${provider} ${tool}` : tool;
  const members = args.kind === "object" ? args.members : [];
  const parts = members
    .slice(0, SUMMARY_MAX / 4)
    .map(({ key, value }) => `${redactText(key)}: ${shownValue(key, text.slice(value.start, value.end))}`);
  const sentence =
    parts.length > 0 ? `Call ${name} with ${parts.join(", ")}` : `Call ${name} without arguments`;
  return (sentence.length > SUMMARY_MAX ? `${sentence.slice(0, SUMMARY_MAX - 1)}…` : sentence).toWellFormed();
}
