import { snakeKeys } from "@/lib/core/casing";
import type { Budget } from "./budgets/types";
import { askedIn, CONDITION_KEYS } from "./conditions/registry";
import type { PolicyMatch } from "./conditions/types";
import type { DeciderRole, Deciders, Policy, ReasonedVerdict, Requirement } from "./types";

// The JSON and YAML form of a policy. It omits defaults, so that files stay short and a round trip
// gives the same policy. Free of zod, so that a page can use it.

type Defined<T> = { [K in keyof T]?: T[K] };

type WrittenMatch = Partial<ReturnType<typeof snakeKeys<PolicyMatch>>>;

type WrittenDeciders = Defined<{ roles: DeciderRole[]; people: string[]; groups: string[] }>;

type WrittenRequirement = Defined<{
  approvals: number;
  deciders: WrittenDeciders;
  seats: (WrittenDeciders & { approvals?: number })[];
  separation: Defined<{ requester: boolean; editor: boolean; owner: boolean }>;
  decide_within_seconds: number;
  use_within_seconds: number;
  reason_required: ReasonedVerdict[];
  passkey: boolean;
  hold_seconds: number;
  escalate: { after_seconds: number } & WrittenDeciders;
}>;

export type WrittenPolicy = {
  name: string;
  on: boolean;
  action: Policy["action"];
  reason?: string;
  match?: WrittenMatch;
  budget?: WrittenBudget;
  require?: WrittenRequirement;
};

type WrittenBudget = { at_most: Budget["atMost"] } & Partial<Omit<Budget, "atMost">>;

export function writtenPolicy(policy: Policy): WrittenPolicy {
  const { name, on, action } = policy;
  return {
    name,
    on,
    action,
    ...(policy.action === "deny" ? { reason: policy.reason } : {}),
    ...filled({ match: writtenMatch(policy.match) }),
    ...(policy.budget ? { budget: writtenBudget(policy.budget) } : {}),
    ...(policy.action === "require" ? filled({ require: writtenRequirement(policy.require) }) : {}),
  };
}

function writtenBudget({ atMost, of, per, each }: Budget): WrittenBudget {
  return { at_most: atMost, ...(of === null ? {} : { of }), per, each };
}

function writtenMatch(match: PolicyMatch): WrittenMatch {
  const members = CONDITION_KEYS.map((key) => {
    const asked = askedIn(match, key);
    return [key, Array.isArray(asked) ? [...asked] : asked];
  });
  return filled(snakeKeys(Object.fromEntries(members)));
}

function writtenRequirement(requirement: Requirement): WrittenRequirement {
  const { separation, decideWithinSeconds, useWithinSeconds, reasonRequired } = requirement;
  const { passkey, holdSeconds, escalate } = requirement;
  return filled({
    ...writtenWho(requirement),
    separation: filled({
      requester: separation.requester || null,
      editor: separation.editor || null,
      owner: separation.owner ?? null,
    }),
    decide_within_seconds: decideWithinSeconds,
    use_within_seconds: useWithinSeconds,
    reason_required: [...reasonRequired],
    passkey: passkey || null,
    hold_seconds: holdSeconds,
    escalate: escalate && { after_seconds: escalate.afterSeconds, ...writtenDeciders(escalate) },
  });
}

/** With seats nothing else: the rest follows from them. */
function writtenWho({ approvals, deciders, seats }: Requirement) {
  if (!seats) return { approvals: approvals > 1 ? approvals : null, deciders: writtenDeciders(deciders) };
  return {
    seats: seats.map((seat) => ({
      ...(seat.approvals > 1 ? { approvals: seat.approvals } : {}),
      ...writtenDeciders(seat),
    })),
  };
}

export function writtenDeciders({ roles, people, groups }: Deciders): WrittenDeciders {
  return filled({ roles: [...roles], people: [...people], groups: [...groups] });
}

function filled(members: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && (typeof value !== "object" || Object.keys(value).length > 0),
    ),
  );
}
