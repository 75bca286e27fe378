import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { wireTime } from "@/lib/core/wire";
import { policySentence } from "./sentences";
import {
  ARGUMENT_OPS,
  DECIDER_ROLES,
  POLICY_ACTIONS,
  type PolicyOfCall,
  type PolicyVersion,
  REASONED_VERDICTS,
  type SavedPolicies,
  TRIED_STEPS,
  type TriedCall,
  WEEKDAYS,
} from "./types";
import { type WrittenPolicy, writtenPolicy, writtenRequirement } from "./written";

const names = z.array(z.string()).optional();

const valueWire = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const matchWire = z
  .strictObject({
    tenants: names,
    gateways: names,
    providers: names,
    tools: names,
    agents: names,
    models: names,
    on_behalf_of: names,
    risk: z.array(z.enum(RISKS)).optional(),
    time: z
      .strictObject({
        weekdays: z.array(z.enum(WEEKDAYS)),
        from: z.string().nullable(),
        to: z.string().nullable(),
        zone: z.string(),
      })
      .optional(),
    arguments: z
      .array(
        z.strictObject({
          path: z.string(),
          op: z.enum(ARGUMENT_OPS),
          value: z.union([valueWire, z.array(valueWire)]).optional(),
        }),
      )
      .optional(),
  })
  .describe("All that is given has to fit, and of each list any one. Nothing given: every call.");

const requirementWire = z.strictObject({
  deciders: z
    .strictObject({
      roles: z.array(z.enum(DECIDER_ROLES)).optional(),
      people: z.array(z.string()).optional(),
    })
    .optional(),
  separation: z.strictObject({ requester: z.boolean() }).optional(),
  decide_within_seconds: z.int().optional(),
  use_within_seconds: z.int().optional(),
  reason_required: z.array(z.enum(REASONED_VERDICTS)).optional(),
});

export const onePolicyWire = z
  .strictObject({
    name: z.string(),
    on: z.boolean(),
    action: z.enum(POLICY_ACTIONS),
    reason: z.string().optional().describe("With deny: what the agent is told."),
    match: matchWire.optional(),
    require: requirementWire.optional(),
  })
  .meta({ id: "CallPolicy" });

/** The policies in force. */
export const policiesWire = z.strictObject({
  version: z.int().nullable().describe("Send it with what you save; null as long as nobody saved any."),
  policies: z.array(onePolicyWire).describe("In order: the first that fits a call decides."),
  sentences: z.array(z.string()).describe("Each policy in plain words, in the same order."),
  saved_by: z.string().nullable(),
  saved_at: wireTime.nullable(),
});

/** What saving did. */
export const savedPoliciesWire = z.strictObject({
  version: z.int().describe("The version in force now."),
  unchanged: z.boolean().describe("These are the policies in force already: no version was made."),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  reordered: z.boolean(),
});

/** What would come of one call. */
export const triedCallWire = z.strictObject({
  outcome: z.enum(["allow", "deny", "wait"]),
  step: z.enum(TRIED_STEPS).describe("The step of the gate that decided."),
  says: z.string(),
  policy: z.string().nullable(),
  risk: z.enum(RISKS).describe("Its effective risk."),
  considered: z
    .array(
      z.strictObject({
        name: z.string(),
        on: z.boolean(),
        action: z.enum(POLICY_ACTIONS),
        fits: z.boolean(),
        failed_on: z.string().nullable().describe("The first condition that did not fit."),
      }),
    )
    .describe("Every policy that was looked at, up to the first that fits."),
});

/** The policy by which a call was judged, in wire words. */
export const policyOfCallWire = z
  .strictObject({
    name: z.string(),
    version: z.int(),
    action: z.enum(POLICY_ACTIONS),
    require: requirementWire.optional(),
  })
  .meta({ id: "PolicyOfCall" });

/** The newest policies in wire words; none when nobody saved any. */
export function wirePolicies(newest: PolicyVersion | null): z.output<typeof policiesWire> {
  if (!newest) return { version: null, policies: [], sentences: [], saved_by: null, saved_at: null };
  const { version, policies, savedBy, savedAt } = newest;
  return {
    version,
    policies: policies.map(wireOnePolicy),
    sentences: policies.map(policySentence),
    saved_by: savedBy,
    saved_at: savedAt,
  };
}

function wireOnePolicy(policy: PolicyVersion["policies"][number]): z.output<typeof onePolicyWire> {
  const written: WrittenPolicy = writtenPolicy(policy);
  return written as z.output<typeof onePolicyWire>;
}

/** What was saved in wire words. */
export function wireSavedPolicies(saved: SavedPolicies): z.output<typeof savedPoliciesWire> {
  return saved;
}

/** What would come of a call in wire words. */
export function wireTried({ considered, ...same }: TriedCall): z.output<typeof triedCallWire> {
  return {
    ...same,
    considered: considered.map(({ failedOn, ...one }) => ({ ...one, failed_on: failedOn })),
  };
}

/** The policy of a call in wire words. */
export function wirePolicyOfCall(policy: PolicyOfCall): z.output<typeof policyOfCallWire> {
  const { name, version, action, require } = policy;
  return { name, version, action, ...(require ? { require: writtenRequirement(require) } : {}) };
}
