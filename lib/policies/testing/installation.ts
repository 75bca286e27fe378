import { proveScope, type UserScope } from "@/lib/core/scope";
import { aPerson } from "@/lib/testing/factories";
import { savePolicies } from "../commands";
import type { PolicyMatch } from "../conditions/types";
import { findPolicies } from "../queries";
import {
  ANY_DECIDER,
  EVERY_CALL,
  type Policy,
  type PolicySeat,
  type Requirement,
  sumOf,
  unionOf,
} from "../types";

export async function anAdministrator(): Promise<UserScope> {
  const { actor } = await aPerson([], "admin", "Ada");
  return proveScope(actor, [], { unlimited: true });
}

export async function inForce(admin: UserScope, policies: readonly Policy[]) {
  const found = await findPolicies(admin);
  return savePolicies(admin, { policies, seen: found?.version ?? null });
}

const named = (name: string, match: Partial<PolicyMatch>) => ({
  name,
  on: true,
  match: { ...EVERY_CALL, ...match },
});

export const allow = (match: Partial<PolicyMatch>, name = "allowing"): Policy => ({
  ...named(name, match),
  action: "allow",
});

export const deny = (match: Partial<PolicyMatch>, name = "denying", reason = "Not here."): Policy => ({
  ...named(name, match),
  action: "deny",
  reason,
});

export const require = (
  match: Partial<PolicyMatch>,
  demands: Partial<Requirement> = {},
  name = "requiring",
): Policy => ({ ...named(name, match), action: "require", require: { ...ANY_DECIDER, ...demands } });

/** Demands of several groups of approvers: "one of ops and one of finance". */
export function seated(...given: Partial<PolicySeat>[]) {
  const seats = given.map((seat) => ({ ...ANY_DECIDER.deciders, approvals: 1, ...seat }));
  return { approvals: sumOf(seats), deciders: unionOf(seats), seats } satisfies Partial<Requirement>;
}
