import { describe, expect, test } from "vitest";
import { jsonOfYaml, yamlOf } from "@/lib/core/json/yaml";
import { putPoliciesSchema, savePoliciesInput } from "./schema";
import { awaitedWords, policySentence } from "./sentences";
import { POLICY_TEMPLATES } from "./templates";
import { ANY_DECIDER, EVERY_CALL, type Policy } from "./types";
import { writtenPolicy } from "./written";

const EVERYTHING: Extract<Policy, { action: "require" }> = {
  name: "everything",
  on: false,
  action: "require",
  match: {
    tenants: ["acme", "b*"],
    gateways: ["edge"],
    providers: ["resend"],
    tools: ["send-broadcast"],
    agents: ["*"],
    models: ["gpt-*"],
    onBehalfOf: ["*@acme.example"],
    risk: ["high", "critical"],
    time: { weekdays: ["fri", "sat"], from: "22:00", to: "06:00", zone: "Europe/Zurich" },
    arguments: [
      { path: "/recipients", op: "over", value: 1000 },
      { path: "/a~1b/*", op: "not_in", value: ["x", 1.5, true, null] },
      { path: "/exact", op: "at_most", value: "9007199254740993" },
      { path: "/force", op: "missing" },
    ],
  },
  require: {
    approvals: 2,
    deciders: { roles: ["admin"], people: ["maya@acme.example"], groups: [] },
    separation: { requester: true, editor: true },
    decideWithinSeconds: 14_400,
    useWithinSeconds: 90,
    reasonRequired: ["approve", "reject"],
    passkey: true,
    holdSeconds: 30,
    escalate: { afterSeconds: 1_800, roles: ["admin"], people: [], groups: ["on-call"] },
  },
};

const SEATED: Policy = {
  ...EVERYTHING,
  name: "seated",
  require: {
    ...EVERYTHING.require,
    approvals: 3,
    deciders: { roles: ["admin"], people: ["maya@acme.example"], groups: ["ops"] },
    seats: [
      { approvals: 2, roles: [], people: [], groups: ["ops"] },
      { approvals: 1, roles: ["admin"], people: ["maya@acme.example"], groups: [] },
    ],
  },
};

const policies: Policy[] = [EVERYTHING, SEATED, ...POLICY_TEMPLATES.map(({ policy }) => policy)];

test("what is written is read back as it was, from JSON and from YAML", () => {
  const sent = { version: 3, policies: policies.map(writtenPolicy) };
  const read = { version: 3, policies };
  expect(putPoliciesSchema.parse(JSON.parse(JSON.stringify(sent)))).toEqual(read);
  const fromYaml = putPoliciesSchema.parse(JSON.parse(jsonOfYaml(yamlOf(sent))));
  expect(JSON.stringify(fromYaml)).toBe(JSON.stringify(putPoliciesSchema.parse(sent)));
  expect(savePoliciesInput.parse({ policies: sent.policies, seen: null }).policies).toEqual(policies);
});

const written = (over: object) => ({ name: "p", action: "require", ...over });
const condition = (over: object) =>
  written({ match: { arguments: [{ path: "/a", op: "over", value: 1, ...over }] } });

const OPS = { groups: ["ops"] };
const FINANCE = { approvals: 2, groups: ["finance"] };
const seated = (seats: readonly object[], over: object = {}) => written({ require: { seats, ...over } });

const escalating = (escalate: object, over: object = {}) =>
  written({
    require: {
      deciders: { people: ["maya@acme.example"] },
      escalate: { after_seconds: 600, groups: ["on-call"], ...escalate },
      ...over,
    },
  });

describe("what cannot be meant is refused, and its place is named", () => {
  const deep = `/${Array.from({ length: 10_000 }, () => "a").join("/")}`;
  test.each<[place: string, policy: object]>([
    ["name", written({ name: " " })],
    ["name", written({ name: "x".repeat(81) })],
    ["name", written({ name: "a\u202eb" })],
    ["action", { name: "p", action: "hold" }],
    ["reason", { name: "p", action: "deny" }],
    ["reason", { name: "p", action: "deny", reason: "\ud800" }],
    ["match.tools.0", written({ match: { tools: [""] } })],
    ["match.tools", written({ match: { tools: Array.from({ length: 101 }, (_, at) => `t${at}`) } })],
    ["match.tools.0", written({ match: { tools: ["*a".repeat(21)] } })],
    ["match.risk.0", written({ match: { risk: ["huge"] } })],
    ["match.tools", written({ match: { tools: [] } })],
    ["match.risk", written({ match: { risk: [] } })],
    ["match.claimed_risk", written({ match: { claimed_risk: [] } })],
    ["match.on_behalf_of", written({ match: { on_behalf_of: [] } })],
    ["require.deciders.people", written({ require: { deciders: { people: [] } } })],
    ["require.deciders.groups", written({ require: { deciders: { groups: [] } } })],
    ["require.reason_required", written({ require: { reason_required: [] } })],
    ["match.tools.0", written({ match: { tools: ["delete_repo "] } })],
    ["match.tools.0", written({ match: { tools: ["delete\u00a0repo"] } })],
    ["match.time.zone", written({ match: { time: { zone: "Mars/Olympus", weekdays: ["mon"] } } })],
    ["match.time.from", written({ match: { time: { zone: "UTC", from: "24:00", to: "06:00" } } })],
    ["match.time", written({ match: { time: { zone: "UTC", from: "09:00" } } })],
    ["match.time", written({ match: { time: { zone: "UTC", from: "09:00", to: "09:00" } } })],
    ["match.time", written({ match: { time: { zone: "UTC" } } })],
    ["match.arguments.0.path", condition({ path: "a" })],
    ["match.arguments.0.path", condition({ path: "/a~2" })],
    ["match.arguments.0.path", condition({ path: deep })],
    ["match.arguments.0.op", condition({ op: "regex" })],
    ["match.arguments.0.value", condition({ value: Number("9007199254740993") })],
    ["match.arguments.0.value", condition({ value: "a lot" })],
    ["match.arguments.0.value", condition({ value: "1e2000" })],
    ["match.arguments.0.value", condition({ op: "in", value: [] })],
    ["match.arguments.0.value", condition({ op: "longer_than", value: 1.5 })],
    ["match.arguments.0.value", condition({ op: "matches", value: "x".repeat(501) })],
    ["match.arguments.0.value", condition({ op: "matches", value: "*a".repeat(21) })],
    ["require.deciders.roles.0", written({ require: { deciders: { roles: ["viewer"] } } })],
    ["require.deciders.people.0", written({ require: { deciders: { people: ["maya"] } } })],
    ["require.decide_within_seconds", written({ require: { decide_within_seconds: 59 } })],
    ["require.use_within_seconds", written({ require: { use_within_seconds: 604_801 } })],
    ["require.reason_required.0", written({ require: { reason_required: ["cancel"] } })],
    ["require", written({ require: { quorum: 2 } })],
    ["require.approvals", written({ require: { approvals: 0 } })],
    ["require.approvals", written({ require: { approvals: 11 } })],
    ["require.approvals", written({ require: { approvals: 1.5 } })],
    [
      "require.approvals",
      written({
        require: { approvals: 2, deciders: { people: ["maya@acme.example", "Maya@acme.example"] } },
      }),
    ],
    ["require.seats", seated([OPS])],
    ["require.seats", seated([OPS, OPS, OPS, OPS, OPS, OPS])],
    ["require.seats", seated([OPS, { ...FINANCE, approvals: 10 }])],
    ["require.seats.1", seated([OPS, { approvals: 2 }])],
    ["require.seats.1", seated([OPS, { ...FINANCE, after_seconds: 60 }])],
    ["require.seats.1.approvals", seated([OPS, { ...FINANCE, approvals: 0 }])],
    ["require.seats.0.groups.0", seated([{ groups: ["Ops Team"] }, FINANCE])],
    ["require.seats", seated([{ people: ["maya@acme.example"] }, { people: ["maya@acme.example"] }])],
    ["require.approvals", seated([OPS, FINANCE], { approvals: 1 })],
    ["require.deciders", seated([OPS, FINANCE], { deciders: OPS })],
    ["require.deciders", seated([OPS, FINANCE], { deciders: {} })],
    ["require.separation", written({ require: { separation: { owners: true } } })],
    ["require.hold_seconds", written({ require: { hold_seconds: -1 } })],
    ["require.hold_seconds", written({ require: { hold_seconds: 301 } })],
    ["require.hold_seconds", written({ require: { hold_seconds: 1.5 } })],
    ["require.escalate.after_seconds", escalating({ after_seconds: 59 })],
    ["require.escalate.after_seconds", escalating({ after_seconds: undefined })],
    ["require.escalate.groups.0", escalating({ groups: ["On Call"] })],
    ["require.escalate.people.0", escalating({ people: ["maya"] })],
    ["require.escalate.groups", escalating({ groups: [] })],
    ["require.escalate", escalating({ groups: undefined })],
    ["require.escalate", escalating({ to: "on-call" })],
    ["require.escalate", escalating({}, { deciders: {} })],
    ["require.escalate.after_seconds", escalating({}, { decide_within_seconds: 600 })],
    ["require.approvals", escalating({ groups: undefined, people: ["ines@acme.example"] }, { approvals: 3 })],
  ])("%s", (place, policy) => {
    const { error } = putPoliciesSchema.safeParse({ policies: [policy] });
    expect(error?.issues.map(({ path }) => path.join("."))).toContain(`policies.0.${place}`);
  });

  test("what follows from seats may be sent if it says the same", () => {
    const whole = { approvals: 3, deciders: { groups: ["finance", "ops"] } };
    const read = (policy: object) => putPoliciesSchema.parse({ policies: [policy] });
    expect(read(seated([OPS, FINANCE], whole))).toEqual(read(seated([OPS, FINANCE])));
    expect(read(seated([OPS, FINANCE])).policies).toMatchObject([
      { require: { approvals: 3, deciders: { roles: [], people: [], groups: ["ops", "finance"] } } },
    ]);
    // Without seats nothing is kept of them.
    expect(read(written({ require: { approvals: 2 } })).policies[0]).not.toHaveProperty("require.seats");
  });

  test("no hold is none, and enough people by escalation are enough", () => {
    const { data } = putPoliciesSchema.safeParse({
      policies: [
        written({ name: "none", require: { hold_seconds: 0 } }),
        { ...escalating({}, { approvals: 3 }), name: "group" },
        {
          ...escalating({ groups: undefined, people: ["ines@acme.example"] }, { approvals: 2 }),
          name: "people",
        },
      ],
    });
    expect(data?.policies[0]).toMatchObject({ require: { holdSeconds: null, escalate: null } });
    expect(data?.policies).toHaveLength(3);
  });

  test("two of one name, more than a thousand, and names of prototypes", () => {
    const many = (count: number, name: (at: number) => string) =>
      putPoliciesSchema.safeParse({
        policies: Array.from({ length: count }, (_, at) => written({ name: name(at) })),
      }).success;
    expect(many(2, () => "same")).toBe(false);
    expect(many(1_001, (at) => `p${at}`)).toBe(false);
    expect(many(1_000, (at) => `p${at}`)).toBe(true);
    const { data } = putPoliciesSchema.safeParse({ policies: [written({ name: "constructor" })] });
    expect(data?.policies[0]).toEqual({
      name: "constructor",
      on: true,
      action: "require",
      match: EVERY_CALL,
      require: ANY_DECIDER,
    });
  });
});

describe("a policy in one sentence", () => {
  const all = { ...EVERY_CALL };
  const maya = {
    ...ANY_DECIDER,
    deciders: { roles: [], people: ["maya@acme.example", "ines@acme.example"], groups: [] },
  };
  const many = {
    ...all,
    tools: ["send-broadcast"],
    arguments: [{ path: "/recipients", op: "over", value: 1000 }],
  };
  test.each<[Policy, string]>([
    [
      {
        name: "p",
        on: true,
        action: "require",
        match: many,
        require: { ...maya, separation: { requester: true, editor: false } },
      } as Policy,
      "Calls to send-broadcast with recipients over 1,000 wait for maya@acme.example or ines@acme.example; the requester may not decide.",
    ],
    [
      EVERYTHING,
      "Switched off: Calls to send-broadcast of the provider resend through the gateway edge for the tenant acme or b* by the agent * on the model gpt-* on behalf of *@acme.example of high or critical risk with recipients over 1,000 and with any a~1b/* none of x, 1.5, true or null and with exact at most 9007199254740993 and without force on Friday or Saturday from 22:00 to 06:00 (Europe/Zurich) wait for 2 of maya@acme.example and the administrators; after 30 minutes the group on-call or an administrator may decide as well; the requester may not decide; the editor of the arguments may not approve them; a decision is due within 4 hours; an approved call has to start within 90 seconds; a reason is needed to approve or reject; a passkey is needed to approve; an approved call is held for 30 seconds, in which the approval can be undone.",
    ],
    [
      { name: "p", on: true, action: "allow", match: all },
      "All calls run without a person, unless they are critical.",
    ],
    [
      { name: "p", on: true, action: "deny", match: { ...all, tenants: ["acme"] }, reason: "Not today." },
      "Calls for the tenant acme are refused, and the agent gets the reason: “Not today.”",
    ],
  ])("%#", (policy, sentence) => {
    expect(policySentence(policy)).toBe(sentence);
  });

  test.each([
    [[], [], [], "2 people"],
    [["admin"], [], [], "2 administrators"],
    [["approver", "admin"], [], [], "2 approvers or administrators"],
    [[], ["a@x.example", "b@x.example", "c@x.example"], [], "2 of a@x.example, b@x.example and c@x.example"],
    [[], [], ["ops"], "2 of the group ops"],
    [["admin"], [], ["ops"], "2 of the group ops and the administrators"],
    [["admin"], ["a@x.example"], ["ops"], "2 of a@x.example, the group ops and the administrators"],
  ] as const)(
    "two of the roles %j, the people %j and the groups %j are %s",
    (roles, people, groups, words) => {
      expect(awaitedWords({ ...ANY_DECIDER, approvals: 2, deciders: { roles, people, groups } })).toBe(words);
    },
  );

  test.each([
    [[], [], [], "a person"],
    [[], [], ["ops"], "the group ops"],
    [["admin"], [], ["ops"], "the group ops or an administrator"],
    [
      ["approver"],
      ["a@x.example"],
      ["ops", "on-call"],
      "a@x.example, the group ops, the group on-call or an approver",
    ],
  ] as const)(
    "one of the roles %j, the people %j and the groups %j is %s",
    (roles, people, groups, words) => {
      expect(awaitedWords({ ...ANY_DECIDER, deciders: { roles, people, groups } })).toBe(words);
    },
  );

  test("of every template, and none of them is like another", () => {
    const sentences = POLICY_TEMPLATES.map(({ policy }) => policySentence(policy));
    expect(new Set(sentences).size).toBe(POLICY_TEMPLATES.length);
    expect(sentences.slice(0, 2)).toEqual([
      "Calls of critical risk wait for 2 people; the requester may not decide.",
      "Calls to *payout* or *transfer* wait: one of ops and one of finance must approve.",
    ]);
    expect(sentences[2]).toBe(
      "Calls to *refund* with amount over 500 wait for a person; the requester may not decide; a decision is due within 4 hours; a reason is needed to approve.",
    );
  });
});
