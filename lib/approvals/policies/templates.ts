import { ANY_DECIDER, EVERY_CALL, type Policy } from "./types";

/** A policy to begin with. Its names and limits are examples, to be changed before it is saved. */
type PolicyTemplate = { id: string; title: string; why: string; policy: Policy };

const HOUR = 3_600;

/** What most installations begin with; each is a policy as it stands. */
export const POLICY_TEMPLATES: readonly PolicyTemplate[] = [
  {
    id: "refunds",
    title: "Large refunds wait",
    why: "Money that leaves is hard to get back. Somebody other than the requester decides, and says why.",
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
        separation: { requester: true },
        decideWithinSeconds: 4 * HOUR,
        reasonRequired: ["approve"],
      },
    },
  },
  {
    id: "bulk_email",
    title: "E-mail to many waits for an administrator",
    why: "What is sent to a thousand people cannot be called back.",
    policy: {
      name: "Bulk e-mail",
      on: true,
      action: "require",
      match: {
        ...EVERY_CALL,
        tools: ["send-*", "send_*"],
        arguments: [{ path: "/to", op: "longer_than", value: 100 }],
      },
      require: {
        ...ANY_DECIDER,
        deciders: { roles: ["admin"], people: [] },
        separation: { requester: true },
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
    id: "production",
    title: "No deploys to production at the weekend",
    why: "Nobody is there to put right what breaks.",
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
    why: "Tools that only read need no person, where nobody has rated them yet.",
    policy: {
      name: "Reading",
      on: true,
      action: "allow",
      match: { ...EVERY_CALL, tools: ["get_*", "list_*", "search_*", "read_*"], risk: ["low", "medium"] },
    },
  },
];
