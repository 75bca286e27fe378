import * as z from "zod";
import { groupNameSchema } from "@/lib/auth/groups/schema";
import { emailSchema } from "@/lib/auth/schema";
import { fillSeats } from "@/lib/core/matching";
import { shortName } from "@/lib/core/schema";
import { saidText } from "@/lib/core/text/blank";
import { TTL_SECONDS, USE_BY_SECONDS } from "@/lib/tenants/types";
import { budgetSchema } from "./budgets/schema";
import { BUDGETS_MAX } from "./budgets/types";
import { listOf, matchSchema } from "./conditions/schema";
import {
  ANY_DECIDER,
  countNamed,
  DECIDER_ROLES,
  type Deciders,
  type Escalation,
  HOLD_SECONDS_MAX,
  POLICIES_MAX,
  POLICY_APPROVALS_MAX,
  POLICY_NAME_MAX,
  POLICY_REASON_MAX,
  POLICY_SEATS_MAX,
  type Policy,
  type PolicySeat,
  REASONED_VERDICTS,
  type SavePolicies,
  sumOf,
  unionOf,
} from "./types";

// A thousand ordinary policies. Parsing a megabyte of YAML blocks the process for a second.
const PASTED_MAX = 512 * 1024;

const seconds = ({ min, max }: { min: number; max: number }) =>
  z.int().min(min).max(max).nullable().default(null);

const named = {
  roles: listOf(z.enum(DECIDER_ROLES)),
  people: listOf(emailSchema),
  groups: listOf(groupNameSchema).describe(
    "All people who belong to one of these groups at the time of the decision.",
  ),
};

const isNamed = (one: Deciders) => countNamed(one) > 0;

const seat = z
  .strictObject({
    approvals: z.int().min(1).max(POLICY_APPROVALS_MAX).default(1).describe("How many of these people."),
    ...named,
  })
  .refine(isNamed, { error: "name the roles, people or groups of this seat" });

const seats = z
  .array(seat)
  .min(2, { error: "at least two; one group of approvers goes into `deciders`" })
  .max(POLICY_SEATS_MAX, { error: `at most ${POLICY_SEATS_MAX} groups of approvers` })
  .refine((all) => sumOf(all) <= POLICY_APPROVALS_MAX, {
    error: `at most ${POLICY_APPROVALS_MAX} people in all`,
  })
  .optional()
  .describe(
    "Several groups of approvers, for example one of ops and one of finance. Each person fills one seat. Leave out `approvals` and `deciders` then: they are the sum and the union of the seats.",
  );

const escalation = z
  .strictObject({
    after_seconds: z
      .int()
      .min(TTL_SECONDS.min)
      .max(TTL_SECONDS.max)
      .describe("Counted from when the call was asked about."),
    ...named,
  })
  .refine(isNamed, { error: "name roles, people or groups that it goes to" })
  .transform(({ after_seconds: afterSeconds, ...deciders }) => ({ afterSeconds, ...deciders }))
  .nullable()
  .default(null)
  .describe("Who may decide a call as well once it has waited so long.");

const requirement = z
  .strictObject({
    approvals: z
      .int()
      .min(1)
      .max(POLICY_APPROVALS_MAX)
      .optional()
      .describe(
        "How many different people have to approve; 1 without it. Editing the arguments starts the count again.",
      ),
    deciders: z
      .strictObject(named)
      .optional()
      .describe(
        "People with one of these roles, on this list, or in one of these groups. If all are empty, any approver can decide.",
      ),
    seats,
    separation: z
      .strictObject({
        requester: z.boolean().default(false),
        editor: z.boolean().default(false),
        owner: z.boolean().optional(),
      })
      .prefault({})
      .transform(({ requester, editor, owner }) => ({
        ...{ requester, editor },
        ...(owner ? { owner: true as const } : {}),
      }))
      .describe(
        "`requester`: the person the call is made for cannot decide it. `owner`: the owner of the agent cannot decide it. `editor`: the editor of the arguments cannot approve them. All three bind administrators too.",
      ),
    decide_within_seconds: seconds(TTL_SECONDS),
    use_within_seconds: seconds(USE_BY_SECONDS),
    reason_required: listOf(z.enum(REASONED_VERDICTS)),
    passkey: z
      .boolean()
      .default(false)
      .describe("True: people sign their approval with a passkey, so no personal token can approve."),
    hold_seconds: z
      .int()
      .min(0)
      .max(HOLD_SECONDS_MAX)
      .nullable()
      .default(null)
      .describe("How long a call stays held after the last approval, so that people can take theirs back."),
    escalate: escalation,
  })
  .superRefine((asked, context) => {
    const found = [...againstSeats(asked), ...contradictionsIn({ ...asked, ...whoOf(asked) })];
    for (const { path, message } of found) context.addIssue({ code: "custom", path, message });
  })
  .transform((given) => ({
    ...whoOf(given),
    separation: given.separation,
    decideWithinSeconds: given.decide_within_seconds,
    useWithinSeconds: given.use_within_seconds,
    reasonRequired: REASONED_VERDICTS.filter((verdict) => given.reason_required.includes(verdict)),
    passkey: given.passkey,
    holdSeconds: given.hold_seconds || null,
    escalate: given.escalate,
  }));

type Who = {
  approvals?: number | undefined;
  deciders?: Deciders | undefined;
  seats?: PolicySeat[] | undefined;
};

/** How many and who have to approve; with seats, as these say. */
function whoOf({ approvals, deciders, seats: all }: Who) {
  if (all) return { approvals: sumOf(all), deciders: unionOf(all), seats: all };
  return { approvals: approvals ?? 1, deciders: deciders ?? ANY_DECIDER.deciders };
}

type Problem = { path: string[]; message: string };

/** What was sent besides seats, and says something else. */
function againstSeats({ approvals, deciders, seats: all }: Who): Problem[] {
  if (!all) return [];
  const sum = sumOf(all);
  const follows = "leave it out, it follows from the seats";
  return [
    ...(approvals === undefined || approvals === sum
      ? []
      : [{ path: ["approvals"], message: `the seats ask for ${sum} people in all: ${follows}` }]),
    ...(deciders === undefined || areSame(deciders, unionOf(all))
      ? []
      : [{ path: ["deciders"], message: `the seats name other people: ${follows}` }]),
  ];
}

/** Whether both name the same, in any order. */
function areSame(one: Deciders, other: Deciders): boolean {
  const isWithin = (a: Deciders, b: Deciders) => countNamed(unionOf([a, b])) === countNamed(unionOf([b]));
  return isWithin(one, other) && isWithin(other, one);
}

/**
 * How many of the people that have to approve are named by address, if no role or group of a seat
 * or an escalation can add more; null if one can, or if they are enough.
 */
function tooFewNamed(seats: readonly PolicySeat[], joining: Deciders | null): number | null {
  if (joining && joining.roles.length + joining.groups.length > 0) return null;
  const closed = seats
    .filter(({ roles, groups }) => roles.length + groups.length === 0)
    .map(({ approvals: count, people }) => ({ count, people: [...people, ...(joining?.people ?? [])] }));
  const named = [...new Set(closed.flatMap(({ people }) => people))];
  const filled = fillSeats(closed, named, (person, { people }) => people.includes(person)).flat().length;
  return filled < closed.reduce((sum, { count }) => sum + count, 0) ? filled : null;
}

type Asked = ReturnType<typeof whoOf> & {
  decide_within_seconds: number | null;
  escalate: Escalation | null;
};

/** Contradictions within a requirement, each with its place. */
function contradictionsIn(asked: Asked) {
  const { approvals, deciders, seats: all, decide_within_seconds: within, escalate } = asked;
  const found: Problem[] = [];
  const people = isNamed(deciders) ? tooFewNamed(all ?? [{ approvals, ...deciders }], escalate) : null;
  if (people !== null)
    found.push({
      path: [all ? "seats" : "approvals"],
      message: all
        ? `only ${people} of these seats can be filled by the people they name: name more people, a role or a group`
        : `${approvals} people have to approve, and only ${people} may: name more people, a role or a group`,
    });
  if (escalate && !isNamed(deciders))
    found.push({
      path: ["escalate"],
      message: "everybody who may decide can decide from the beginning: name deciders first",
    });
  if (escalate && within !== null && escalate.afterSeconds >= within)
    found.push({
      path: ["escalate", "after_seconds"],
      message: `the time to decide ends before: less than decide_within_seconds, which is ${within}`,
    });
  return found;
}

const members = {
  name: z
    .string()
    .trim()
    .min(1, { error: "a policy needs a name" })
    .max(POLICY_NAME_MAX, { error: `at most ${POLICY_NAME_MAX} characters` })
    .pipe(shortName),
  on: z.boolean().default(true),
  match: matchSchema.prefault({}),
  budget: budgetSchema,
};

const reason = z
  .string()
  .overwrite(saidText)
  .min(1, { error: "say to the agent why" })
  .max(POLICY_REASON_MAX, { error: `at most ${POLICY_REASON_MAX} characters` })
  .refine((text) => text.isWellFormed() && !text.includes("\0"), { error: "characters that can be stored" });

export const policySchema = z.discriminatedUnion(
  "action",
  [
    z.strictObject({ ...members, action: z.literal("allow") }),
    z.strictObject({ ...members, action: z.literal("deny"), reason: reason.describe("Shown to the agent.") }),
    z.strictObject({ ...members, action: z.literal("require"), require: requirement.prefault({}) }),
  ],
  { error: "action is one of: allow, deny, require" },
);

export const policiesSchema = z
  .array(policySchema)
  .max(POLICIES_MAX, { error: `at most ${POLICIES_MAX} policies` })
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: "two policies have the same name",
  })
  .refine((all) => all.filter(({ budget }) => budget).length <= BUDGETS_MAX, {
    error: `at most ${BUDGETS_MAX} policies with a budget`,
  })
  .describe("In order: the first that fits a call decides. All of them; what is not sent is gone.");

const version = z
  .int()
  .nullable()
  .describe("The version that these policies were made from; null: there was none. Another one refuses.");

/** PUT /api/v1/policies; a dry run saves nothing and needs no version. */
export const putPoliciesSchema = z.strictObject({ version: version.optional(), policies: policiesSchema });

/** The policies as `toWirePolicy` writes them, and the version that was read. */
export const savePoliciesInput: z.ZodType<SavePolicies> = z
  .strictObject({ policies: policiesSchema, seen: z.int().nullable() })
  .transform(({ policies, seen }) => ({ policies: policies satisfies Policy[], seen }));

export const previewPoliciesInput = z.strictObject({ policies: policiesSchema });

export const readPoliciesInput = z.strictObject({
  text: z.string().max(PASTED_MAX, {
    error: "at most 512 KiB as YAML; larger lists go through the API, as JSON",
  }),
});

/** What a policy says of the tools whose arguments it may name. */
export const argumentOffersInput = z.strictObject({ match: matchSchema });

/** Policies while a person edits them. Null: one that is not well-formed yet. */
export const warnedPoliciesInput = z
  .strictObject({ policies: z.array(z.unknown()).max(POLICIES_MAX) })
  .transform(({ policies }) =>
    policies.map((given) => policySchema.safeParse(asIfNamed(given)).data ?? null),
  );

/** People type name and reason last, so there is no warning about them. */
function asIfNamed(given: unknown): unknown {
  if (typeof given !== "object" || given === null) return given;
  return { ...given, name: "-", ...("action" in given && given.action === "deny" ? { reason: "-" } : {}) };
}
