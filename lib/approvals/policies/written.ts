import type { RiskWord } from "@/lib/core/risk";
import {
  type ArgumentCondition,
  type DeciderRole,
  NAME_LISTS,
  type NameList,
  type Policy,
  type PolicyMatch,
  type ReasonedVerdict,
  type Requirement,
  type TimeWindow,
} from "./types";

// A policy as it is written in JSON and YAML: what it does not say is left out, so that files stay short and reading one back
// gives the same policy. Without zod, so that a page may send what it was given.

type Defined<T> = { [K in keyof T]?: T[K] };

type WrittenMatch = Defined<
  Record<Exclude<NameList, "onBehalfOf"> | "on_behalf_of", string[]> & {
    risk: RiskWord[];
    time: TimeWindow;
    arguments: ArgumentCondition[];
  }
>;

type WrittenRequirement = Defined<{
  deciders: Defined<{ roles: DeciderRole[]; people: string[] }>;
  separation: { requester: boolean };
  decide_within_seconds: number;
  use_within_seconds: number;
  reason_required: ReasonedVerdict[];
}>;

export type WrittenPolicy = {
  name: string;
  on: boolean;
  action: Policy["action"];
  reason?: string;
  match?: WrittenMatch;
  require?: WrittenRequirement;
};

/** A policy as JSON and YAML have it. */
export function writtenPolicy(policy: Policy): WrittenPolicy {
  const { name, on, action } = policy;
  return {
    name,
    on,
    action,
    ...(policy.action === "deny" ? { reason: policy.reason } : {}),
    ...filled({ match: writtenMatch(policy.match) }),
    ...(policy.action === "require" ? filled({ require: writtenRequirement(policy.require) }) : {}),
  };
}

function writtenMatch(match: PolicyMatch): WrittenMatch {
  const names = NAME_LISTS.map((list) => [list === "onBehalfOf" ? "on_behalf_of" : list, [...match[list]]]);
  const { risk, time, arguments: conditions } = match;
  return filled({ ...Object.fromEntries(names), risk: [...risk], time, arguments: [...conditions] });
}

function writtenRequirement(requirement: Requirement): WrittenRequirement {
  const { deciders, separation, decideWithinSeconds, useWithinSeconds, reasonRequired } = requirement;
  return filled({
    deciders: filled({ roles: [...deciders.roles], people: [...deciders.people] }),
    separation: separation.requester ? { requester: true } : null,
    decide_within_seconds: decideWithinSeconds,
    use_within_seconds: useWithinSeconds,
    reason_required: [...reasonRequired],
  });
}

/** Without members that are null, or empty lists or objects. */
function filled(members: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && (typeof value !== "object" || Object.keys(value).length > 0),
    ),
  );
}
