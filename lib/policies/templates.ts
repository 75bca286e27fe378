import { ANY_DECIDER, EVERY_CALL, type Policy, type PolicySeat, sumOf, unionOf } from "./types";

/** A template. Its names and limits are examples, to change before saving. */
type PolicyTemplate = { id: string; title: string; why: string; policy: Policy };

const HOUR = 3_600;

const OPS_AND_FINANCE: readonly PolicySeat[] = ["ops", "finance"].map((group) => ({
  ...ANY_DECIDER.deciders,
  approvals: 1,
  groups: [group],
}));

export const POLICY_TEMPLATES: readonly PolicyTemplate[] = [
  {
    id: "two_people",
    title: "Critical calls wait for two people",
    why: "One person alone can be mistaken, or be talked into it. The person a call is made for is not one of the two.",
    policy: {
      name: "Two people",
      on: true,
      action: "require",
      match: { ...EVERY_CALL, risk: ["critical"] },
      require: { ...ANY_DECIDER, approvals: 2, separation: { requester: true, editor: false } },
    },
  },
  {
    id: "ops_and_finance",
    title: "Payouts wait for ops and finance",
    why: "Ops knows whether it works, finance whether it may cost that. One of each has to agree; who is in both counts once.",
    policy: {
      name: "Payouts",
      on: true,
      action: "require",
      match: { ...EVERY_CALL, tools: ["*payout*", "*transfer*"] },
      require: {
        ...ANY_DECIDER,
        approvals: sumOf(OPS_AND_FINANCE),
        deciders: unionOf(OPS_AND_FINANCE),
        seats: OPS_AND_FINANCE,
      },
    },
  },
  {
    id: "refunds",
    title: "Large refunds wait",
    why: "Refunded money is hard to get back. A person other than the requester decides and gives a reason.",
    policy: {
      name: "Large refunds",
      on: true,
      action: "require",
      match: {
        ...EVERY_CALL,
        tools: ["*refund*"],
        arguments: [{ path: "/amount", op: "over", value: 500 }],
      },
      require: {
        ...ANY_DECIDER,
        separation: { requester: true, editor: false },
        decideWithinSeconds: 4 * HOUR,
        reasonRequired: ["approve"],
      },
    },
  },
  {
    id: "refunds_a_day",
    title: "Refunds are limited by the day",
    why: "Many small refunds add up. Beyond the daily limit, a person looks at each one; until then, other policies decide.",
    policy: {
      name: "Daily refunds",
      on: true,
      action: "require",
      match: { ...EVERY_CALL, tools: ["*refund*"] },
      budget: { atMost: 2_000, of: "/amount", per: "day", each: "agent" },
      require: { ...ANY_DECIDER, separation: { ...ANY_DECIDER.separation, requester: true } },
    },
  },
  {
    id: "runaway",
    title: "An agent in a loop is stopped",
    why: "An agent in a loop does more harm in an hour than in a call. Beyond the limit, all its calls are refused.",
    policy: {
      name: "Calls in an hour",
      on: true,
      action: "deny",
      match: { ...EVERY_CALL, risk: ["medium", "high", "critical"] },
      budget: { atMost: 200, of: null, per: "hour", each: "agent" },
      reason:
        "You have made too many calls in the last hour. Stop, and report to a person what you are doing.",
    },
  },
  {
    id: "bulk_email",
    title: "Mass e-mail waits for two people",
    why: "What went out to everybody cannot be called back. Two people other than the requester have to agree, and have half a minute to think again.",
    policy: {
      name: "Bulk e-mail",
      on: true,
      action: "require",
      match: {
        ...EVERY_CALL,
        tools: ["*broadcast*", "*newsletter*", "*campaign*"],
      },
      require: {
        ...ANY_DECIDER,
        approvals: 2,
        separation: { requester: true, editor: false },
        holdSeconds: 30,
      },
    },
  },
  {
    id: "large_audiences",
    title: "Large audiences wait",
    why: "Some tools name a segment, so only the gateway knows how many people a call reaches. This policy takes the gateway’s word for it, at any risk. Add “Long lists wait” for tools that list the recipients themselves.",
    policy: {
      name: "Large audiences",
      on: true,
      action: "require",
      match: {
        ...EVERY_CALL,
        tools: ["*broadcast*", "*newsletter*", "*campaign*", "send*"],
        facts: [{ path: "/how_many", op: "over", value: 1_000 }],
      },
      require: { ...ANY_DECIDER, separation: { requester: true, editor: false } },
    },
  },
  {
    id: "long_lists",
    title: "Long lists wait",
    why: "The list of recipients is in the arguments, which run as they are. This holds long lists also where the gateway states no number.",
    policy: {
      name: "Long lists",
      on: true,
      action: "require",
      match: {
        ...EVERY_CALL,
        tools: ["send*"],
        arguments: [{ path: "/to", op: "longer_than", value: 100 }],
      },
      require: { ...ANY_DECIDER, separation: { requester: true, editor: false } },
    },
  },
  {
    id: "deletes",
    title: "Deletes wait",
    why: "Also where a tool is rated low: what is gone is gone.",
    policy: {
      name: "Deletes",
      on: true,
      action: "require",
      match: { ...EVERY_CALL, tools: ["delete*", "remove*", "drop*"] },
      require: { ...ANY_DECIDER, useWithinSeconds: HOUR / 4 },
    },
  },
  {
    id: "unanswered",
    title: "Unanswered calls go to administrators",
    why: "Approvers know the work, so they decide. Where none of them does within half an hour, administrators may as well.",
    policy: {
      name: "Restarts",
      on: true,
      action: "require",
      match: { ...EVERY_CALL, tools: ["restart*", "rollback*"] },
      require: {
        ...ANY_DECIDER,
        deciders: { ...ANY_DECIDER.deciders, roles: ["approver"] },
        escalate: { ...ANY_DECIDER.deciders, roles: ["admin"], afterSeconds: HOUR / 2 },
      },
    },
  },
  {
    id: "production",
    title: "No deploys to production at the weekend",
    why: "The people who could fix a broken deploy are away.",
    policy: {
      name: "Production at the weekend",
      on: true,
      action: "deny",
      match: {
        ...EVERY_CALL,
        tools: ["deploy*"],
        time: { weekdays: ["sat", "sun"], from: null, to: null, zone: "UTC" },
        arguments: [{ path: "/environment", op: "matches", value: "prod*" }],
      },
      reason: "Nothing is deployed to production at the weekend. Plan it for Monday.",
    },
  },
  {
    id: "read_only",
    title: "Reading passes",
    why: "Unrated tools that only read need no approval.",
    policy: {
      name: "Reading",
      on: true,
      action: "allow",
      match: { ...EVERY_CALL, tools: ["get_*", "list_*", "search_*", "read_*"], risk: ["low", "medium"] },
    },
  },
];
