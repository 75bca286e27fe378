import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { WEEKDAYS } from "@/lib/core/time-window/types";
import { wireTime } from "@/lib/core/wire";
import { BUDGET_PERIODS, BUDGET_SHARES } from "./budgets/types";
import { eachCondition } from "./conditions/schema";
import { ARGUMENT_OPS, FACTS, type FactPath, type Kind } from "./conditions/types";
import { policySentence } from "./sentences";
import type { PolicyWarning } from "./types";
import {
  DECIDER_ROLES,
  POLICY_ACTIONS,
  type Policy,
  type PolicyPreview,
  type PolicyVersion,
  REASONED_VERDICTS,
  type SavedPolicies,
  TRIED_STEPS,
  type TriedCall,
} from "./types";
import { type WrittenPolicy, writtenDeciders, writtenPolicy } from "./written";

const valueWire = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const conditionsWire = (path: z.ZodType<string>) =>
  z.array(
    z.strictObject({
      path,
      op: z.enum(ARGUMENT_OPS),
      value: z.union([valueWire, z.array(valueWire)]).optional(),
    }),
  );

const WIRES: { [K in Kind]: (about?: string) => z.ZodType } = {
  names: () => z.array(z.string()).optional(),
  risks: (about = "") => z.array(z.enum(RISKS)).optional().describe(about),
  window: () =>
    z
      .strictObject({
        weekdays: z.array(z.enum(WEEKDAYS)),
        from: z.string().nullable(),
        to: z.string().nullable(),
        zone: z.string(),
      })
      .optional(),
  arguments: () => conditionsWire(z.string()).optional(),
  facts: (about = "") =>
    conditionsWire(z.enum(FACTS.map((name): FactPath => `/${name}`)))
      .optional()
      .describe(about),
};

const matchWire = z
  .strictObject(eachCondition(({ kind, about }) => WIRES[kind](about)))
  .describe("All that is given has to fit, and of each list any one. Nothing given: every call.");

const decidersWire = {
  roles: z.array(z.enum(DECIDER_ROLES)).optional(),
  people: z.array(z.string()).optional(),
  groups: z.array(z.string()).optional(),
};

const requirementWire = z.strictObject({
  approvals: z.int().optional().describe("How many different people have to approve; 1 without it."),
  deciders: z.strictObject(decidersWire).optional(),
  seats: z
    .array(z.strictObject({ approvals: z.int().optional().describe("1 without it."), ...decidersWire }))
    .optional()
    .describe(
      "Several groups of approvers; each person fills one seat. `approvals` is then their sum and `deciders` their union.",
    ),
  separation: z
    .strictObject({
      requester: z.boolean().optional(),
      editor: z.boolean().optional(),
      owner: z.boolean().optional(),
    })
    .optional(),
  decide_within_seconds: z.int().optional(),
  use_within_seconds: z.int().optional(),
  reason_required: z.array(z.enum(REASONED_VERDICTS)).optional(),
  passkey: z.boolean().optional().describe("True: people sign their approval with a passkey."),
  hold_seconds: z
    .int()
    .optional()
    .describe("How long a call stays held after the last approval, so that people can take theirs back."),
  escalate: z
    .strictObject({ after_seconds: z.int(), ...decidersWire })
    .optional()
    .describe("Who may decide a call as well once it has waited so long."),
});

const budgetMembers = {
  at_most: z.union([z.number(), z.string()]),
  of: z.string().optional().describe("What is added up, as a JSON pointer; without it calls are counted."),
  per: z.enum(BUDGET_PERIODS).describe("The last 60 minutes, or the last 24 hours."),
  each: z.enum(BUDGET_SHARES),
};

const budgetWire = z
  .strictObject(budgetMembers)
  .describe(
    "With `allow`: the policy fits as long as there is room. With `require` and `deny`: it fits once there is none.",
  );

const onePolicyWire = z
  .strictObject({
    name: z.string(),
    on: z.boolean(),
    action: z.enum(POLICY_ACTIONS),
    reason: z.string().optional().describe("With deny: the reason that the agent gets."),
    match: matchWire.optional(),
    budget: budgetWire.optional(),
    require: requirementWire.optional(),
  })
  .meta({ id: "CallPolicy" });

export const policiesWire = z.strictObject({
  version: z.int().nullable().describe("Send it with what you save; null before the first save."),
  policies: z.array(onePolicyWire).describe("In order: the first that fits a call decides."),
  sentences: z.array(z.string()).describe("Each policy in plain words, in the same order."),
  saved_by: z.string().nullable(),
  saved_at: wireTime.nullable(),
});

const warnings = z
  .array(
    z.strictObject({
      policy: z.string(),
      pointer: z.string().describe("Where in what was sent: `/policies/0/match/tools/1`."),
      message: z.string(),
    }),
  )
  .describe(
    "Likely mistakes in a well-formed policy: an unknown name, a character that is no wildcard here, an argument that a tool’s definition lacks or has with another type, a fact that recent calls do not state, or no person who may decide.",
  );

export const savedPoliciesWire = z.strictObject({
  version: z.int().describe("The version in force now."),
  unchanged: z.boolean().describe("These are the policies in force already: no version was made."),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  reordered: z.boolean(),
  warnings,
});

const outcomes = z.strictObject({ pass: z.int(), wait: z.int(), deny: z.int() });
const foreseen = z
  .strictObject({ pass: z.int(), wait: z.int(), deny: z.int(), unknown: z.int() })
  .describe("`unknown`: depends on data that Countersign does not store.");
const byPolicy = z.record(z.string(), z.int()).describe("How many calls each policy decides, by its name.");

export const policyPreviewWire = z.strictObject({
  since: wireTime,
  until: wireTime,
  calls: z.int(),
  complete: z.boolean().describe("False: there are more calls than were looked at, which are the newest."),
  before: outcomes.describe("What came of them."),
  after: foreseen,
  changed: z.int().describe("Calls that another outcome than before would come of."),
  not_stored: z.strictObject({
    arguments: z.int().describe("Calls that came without arguments, which policies ask for."),
    facts: z
      .int()
      .describe("Reported calls, for which no facts are stored, if policies ask for facts. 0 if none do."),
  }),
  by_policy: byPolicy,
  tools: z.array(
    z.strictObject({
      gateway: z.string(),
      provider: z.string().nullable(),
      tool: z.string(),
      calls: z.int(),
      before: outcomes,
      after: foreseen,
      changed: z.int(),
      by_policy: byPolicy,
      examples: z.array(
        z.strictObject({
          id: z.uuid(),
          kind: z.enum(["approval", "tool_call"]),
          at: wireTime,
          tenant: z.string(),
          agent: z.string().nullable(),
          before: z.enum(["pass", "wait", "deny"]),
          after: z.enum(["pass", "wait", "deny", "unknown"]),
          policy: z.string().nullable(),
        }),
      ),
    }),
  ),
  other_tools: z.int().describe("Tools that are not listed."),
  changes: z
    .strictObject({
      added: z.array(z.string()),
      removed: z.array(z.string()),
      changed: z.array(z.string()),
      reordered: z.boolean(),
    })
    .describe("What saving would change of the list itself."),
  warnings,
});

export const triedCallWire = z.strictObject({
  outcome: z.enum(["allow", "deny", "wait"]),
  step: z.enum(TRIED_STEPS).describe("The step of the gate that decided."),
  says: z.string(),
  policy: z.string().nullable(),
  demands: z
    .array(z.string())
    .describe("What the policy demands of those who decide, each in words, where the call would wait by it."),
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
  budgets: z
    .array(
      z.strictObject({
        policy: z.string(),
        ...budgetMembers,
        subject: z
          .string()
          .describe(
            "The subject of the budget, in lower case. Empty: the tenant, or calls that name no subject.",
          ),
        used: z.string(),
        amount: z.string().nullable().describe("What the call takes; null: it has no such number."),
        has_room: z.boolean(),
        frees_at: wireTime
          .nullable()
          .describe("When it has room if nothing else runs; null: it has, or never will."),
      }),
    )
    .describe("The budgets of the policies that were looked at."),
});

/** The newest policies in wire words; empty before the first save. */
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
  // For readers that know no seats: how many approve, and who may.
  if (policy.action === "require" && policy.require.seats) {
    const { approvals, deciders } = policy.require;
    written.require = { approvals, deciders: writtenDeciders(deciders), ...written.require };
  }
  return written as z.output<typeof onePolicyWire>;
}

export function wireSavedPolicies(
  saved: SavedPolicies,
  warned: z.output<typeof warnings>,
): z.output<typeof savedPoliciesWire> {
  return { ...saved, warnings: warned };
}

/** Warnings about policies, one list for each of them, in wire words. */
export function wireWarnings(
  policies: readonly Policy[],
  found: readonly (readonly PolicyWarning[])[],
): z.output<typeof warnings> {
  return policies.flatMap(({ name }, at) =>
    (found[at] ?? []).map(({ pointer, message }) => ({
      ...{ policy: name, pointer: `/policies/${at}${pointer}`, message },
    })),
  );
}

export function wirePolicyPreview(
  preview: PolicyPreview,
  warned: z.output<typeof warnings>,
): z.output<typeof policyPreviewWire> {
  const { notStored, otherTools, byPolicy: decided, tools, ...same } = preview;
  return {
    ...same,
    not_stored: notStored,
    other_tools: otherTools,
    by_policy: decided,
    tools: tools.map(({ byPolicy: ownDecided, ...tool }) => ({ ...tool, by_policy: ownDecided })),
    warnings: warned,
  };
}

/** YAML that can be sent back, or applied on the command line. `version` null: any. */
export function policiesFile(version: number | null, policies: readonly Policy[]) {
  return { ...(version === null ? {} : { version }), policies: policies.map(writtenPolicy) };
}

/** What would come of a call in wire words. */
export function wireTried({ considered, budgets, ...same }: TriedCall): z.output<typeof triedCallWire> {
  return {
    ...same,
    budgets: budgets.map(({ atMost, of, freesAt, hasRoom, ...one }) => ({
      ...one,
      at_most: atMost,
      ...(of === null ? {} : { of }),
      has_room: hasRoom,
      frees_at: freesAt === null ? null : new Date(freesAt),
    })),
    considered: considered.map(({ failedOn, ...one }) => ({ ...one, failed_on: failedOn })),
  };
}
