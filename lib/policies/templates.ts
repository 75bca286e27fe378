import { ANY_DECIDER, EVERY_CALL, type Policy } from "./types";

/** A template. Its names and limits are examples, to change before saving. */
type PolicyTemplate = { id: string; title: string; why: string; policy: Policy };

const HOUR = 3_600;

export const POLICY_TEMPLATES: readonly PolicyTemplate[] = [
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
