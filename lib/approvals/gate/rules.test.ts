import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { defaultSummary, type EarlierApproval, type GateFacts, judge } from "./rules";

const NOW = new Date("2026-11-21T10:00:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const earlier = (over: Partial<EarlierApproval>): EarlierApproval => ({
  id: "a1",
  decision: "pending",
  execution: "none",
  mode: "reissue",
  argumentsSha256: "d",
  redeemedAt: null,
  redemptionKey: null,
  useBy: null,
  decidedAt: null,
  deniedBy: null,
  deniedVersion: null,
  isUnknown: false,
  ...over,
});

const facts = (over: Partial<GateFacts> = {}): GateFacts => ({
  digest: "d",
  risk: "high",
  confirmationRequired: true,
  confirm: false,
  redemptionKey: null,
  settings: { autoApproveHighRisk: false, confirmMode: "ignore", rejectionCooldownSeconds: 600 },
  earlier: [],
  policy: null,
  isRemembered: false,
  now: NOW,
  ...over,
});

const granted = (over: Partial<EarlierApproval> = {}) =>
  earlier({ decision: "approved", execution: "awaiting", useBy: later(60), ...over });

const by = (action: "allow" | "deny" | "require", byBudget = false) => ({
  policy: { action, name: "p", version: 3, byBudget },
});
const refusedBy = (name: string, version: number) =>
  earlier({
    decision: "rejected",
    execution: "blocked",
    decidedAt: NOW,
    deniedBy: name,
    deniedVersion: version,
  });

const settings = (over: Partial<GateFacts["settings"]>) => ({ ...facts().settings, ...over });

describe("the order of judgement", () => {
  const table: [what: string, given: GateFacts, verdict: ReturnType<typeof judge>][] = [
    [
      "a call that needs nobody is allowed",
      facts({ confirmationRequired: false, risk: "low" }),
      { kind: "allow" },
    ],
    ["a risky call is held", facts(), { kind: "hold" }],
    ["a policy lets it run", facts(by("allow")), { kind: "allow_recorded", reason: "policy" }],
    [
      "a policy leaves no trace of what needs nobody",
      facts({ ...by("allow"), confirmationRequired: false }),
      { kind: "allow" },
    ],
    [
      "a policy holds what the tenant and the caller let through",
      facts({
        ...by("require"),
        confirmationRequired: false,
        confirm: true,
        settings: settings({ autoApproveHighRisk: true, confirmMode: "accept" }),
      }),
      { kind: "hold" },
    ],
    ["a policy refuses", facts(by("deny")), { kind: "deny_policy", approvalId: null }],
    [
      "a policy refuses before any grant",
      facts({ ...by("deny"), earlier: [granted()] }),
      { kind: "deny_policy", approvalId: null },
    ],
    [
      "a budget that is used up refuses nothing that people approved",
      facts({ ...by("deny", true), earlier: [granted()] }),
      { kind: "redeem", approvalId: "a1" },
    ],
    [
      "and nothing that waits already",
      facts({ ...by("deny", true), earlier: [earlier({})] }),
      { kind: "join", approvalId: "a1" },
    ],
    [
      "but everything else",
      facts({ ...by("deny", true), confirmationRequired: false }),
      { kind: "deny_policy", approvalId: null },
    ],
    [
      "a policy refuses again on the row it left",
      facts({ ...by("deny"), earlier: [refusedBy("p", 3)] }),
      { kind: "deny_policy", approvalId: "a1" },
    ],
    ...[refusedBy("p", 2), refusedBy("other", 3)].map(
      (row): [string, GateFacts, ReturnType<typeof judge>] => [
        "what another version or another policy refused is no answer",
        facts({ ...by("deny"), earlier: [row] }),
        { kind: "deny_policy", approvalId: null },
      ],
    ),
    [
      "a policy's no is no person's: it cools nothing down",
      facts({ earlier: [refusedBy("p", 3)] }),
      { kind: "hold" },
    ],
    [
      "an answer that may have been lost is given again under a policy that refuses",
      facts({
        ...by("deny"),
        redemptionKey: "r",
        earlier: [granted({ execution: "executing", redeemedAt: NOW, redemptionKey: "r" })],
      }),
      { kind: "replay_grant", approvalId: "a1" },
    ],
    ...(["allow", "require"] as const).map((action): [string, GateFacts, ReturnType<typeof judge>] => [
      `a grant counts under a policy that says ${action}`,
      facts({ ...by(action), earlier: [granted()] }),
      { kind: "redeem", approvalId: "a1" },
    ]),
    ["an unused grant is redeemed", facts({ earlier: [granted()] }), { kind: "redeem", approvalId: "a1" }],
    [
      "a grant goes before a pending one",
      facts({ earlier: [earlier({ id: "a2" }), granted()] }),
      { kind: "redeem", approvalId: "a1" },
    ],
    ["a grant past its time is none", facts({ earlier: [granted({ useBy: later(0) })] }), { kind: "hold" }],
    [
      "the same redemption key gets its answer again",
      facts({
        redemptionKey: "r",
        earlier: [granted({ execution: "executing", redeemedAt: NOW, redemptionKey: "r" })],
      }),
      { kind: "replay_grant", approvalId: "a1" },
    ],
    [
      "the same redemption key with other arguments does not",
      facts({
        redemptionKey: "r",
        digest: "x",
        earlier: [granted({ execution: "executing", redeemedAt: NOW, redemptionKey: "r" })],
      }),
      { kind: "deny_mismatch", approvalId: "a1" },
    ],
    [
      "another redemption key finds the grant used",
      facts({
        redemptionKey: "s",
        earlier: [granted({ execution: "executing", redeemedAt: NOW, redemptionKey: "r" })],
      }),
      { kind: "deny_used", approvalId: "a1" },
    ],
    [
      "no redemption key finds the grant used",
      facts({ earlier: [granted({ execution: "executing", redeemedAt: NOW })] }),
      { kind: "deny_used", approvalId: "a1" },
    ],
    [
      "one whose outcome nobody knows waits for a person, in its time too",
      facts({ earlier: [granted({ execution: "unknown", redeemedAt: NOW, isUnknown: true })] }),
      { kind: "hold", unknownOf: "a1" },
    ],
    [
      "whatever its risk, policies, settings, confirmation and rules would let through",
      facts({
        ...{ risk: "low", confirmationRequired: false, confirm: true, isRemembered: true },
        policy: { action: "allow", name: "all", version: 1, byBudget: false },
        settings: settings({ autoApproveHighRisk: true, confirmMode: "accept" }),
        earlier: [granted({ execution: "unknown", redeemedAt: NOW, useBy: later(-1), isUnknown: true })],
      }),
      { kind: "hold", unknownOf: "a1" },
    ],
    [
      "a refusal by policy refuses it all the same",
      facts({
        policy: { action: "deny", name: "none", version: 1, byBudget: true },
        earlier: [granted({ execution: "unknown", redeemedAt: NOW, isUnknown: true })],
      }),
      { kind: "deny_policy", approvalId: null },
    ],
    [
      "a retry with the key of the unknown run gets its answer",
      facts({
        redemptionKey: "k",
        earlier: [granted({ execution: "unknown", redeemedAt: NOW, redemptionKey: "k", isUnknown: true })],
      }),
      { kind: "replay_grant", approvalId: "a1" },
    ],
    [
      "an equal call that waits already is joined",
      facts({
        earlier: [earlier({ id: "a2" }), granted({ execution: "unknown", redeemedAt: NOW, isUnknown: true })],
      }),
      { kind: "join", approvalId: "a2" },
    ],
    [
      "a grant that was used and reported is a new question at once",
      facts({ earlier: [granted({ execution: "succeeded", redeemedAt: NOW })] }),
      { kind: "hold" },
    ],
    [
      "a used grant past its time is a new question",
      facts({ earlier: [granted({ execution: "succeeded", redeemedAt: NOW, useBy: later(-1) })] }),
      { kind: "hold" },
    ],
    [
      "an edited grant names the difference",
      facts({ earlier: [granted({ argumentsSha256: "edited" })] }),
      { kind: "deny_mismatch", approvalId: "a1" },
    ],
    [
      "an equal pending call is joined",
      facts({ earlier: [earlier({})] }),
      { kind: "join", approvalId: "a1" },
    ],
    [
      "an approved call of mode callback is joined, never granted",
      facts({ earlier: [granted({ mode: "callback" })] }),
      { kind: "join", approvalId: "a1" },
    ],
    [
      "a finished one of mode callback is a new question",
      facts({ earlier: [granted({ mode: "callback", execution: "succeeded" })] }),
      { kind: "hold" },
    ],
    [
      "a rejection cools down",
      facts({ earlier: [earlier({ decision: "rejected", execution: "blocked", decidedAt: later(-599) })] }),
      { kind: "deny_earlier", approvalId: "a1" },
    ],
    [
      "and is over then",
      facts({ earlier: [earlier({ decision: "rejected", execution: "blocked", decidedAt: later(-600) })] }),
      { kind: "hold" },
    ],
    [
      "cool-down goes before automatic approval",
      facts({
        settings: settings({ autoApproveHighRisk: true }),
        earlier: [earlier({ decision: "rejected", decidedAt: later(-1) })],
      }),
      { kind: "deny_earlier", approvalId: "a1" },
    ],
    [
      "a tenant may let high risk through, recorded",
      facts({ settings: settings({ autoApproveHighRisk: true }) }),
      { kind: "allow_recorded", reason: "auto_approved" },
    ],
    [
      "never critical",
      facts({
        risk: "critical",
        settings: settings({ autoApproveHighRisk: true, confirmMode: "accept" }),
        confirm: true,
      }),
      { kind: "hold" },
    ],
    [
      "confirm counts where the tenant accepts it",
      facts({ confirm: true, settings: settings({ confirmMode: "accept" }) }),
      { kind: "allow_recorded", reason: "confirmed" },
    ],
    ["and nowhere else", facts({ confirm: true }), { kind: "hold" }],
    [
      "confirm is not needed where nobody is asked",
      facts({ confirmationRequired: false, confirm: true, settings: settings({ confirmMode: "accept" }) }),
      { kind: "allow" },
    ],
  ];
  test.each(table)("%s", (_, given, verdict) => {
    expect(judge(given)).toEqual(verdict);
  });
});

describe("the default summary", () => {
  const summary = (text: string) => defaultSummary("files", "write_file", parseJson(text), text);

  test("names the tool and the head of its arguments, digits and all", () => {
    expect(summary('{"path": "/tmp/a", "n": 9007199254740993}')).toBe(
      'Call files write_file with path: "/tmp/a", n: 9007199254740993',
    );
    expect(summary("{}")).toBe("Call files write_file without arguments");
  });

  test("stays within its limit and never splits a character", () => {
    const long = summary(
      JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, "😀".repeat(60)]))),
    );
    expect(long.length).toBeLessThanOrEqual(500);
    expect(long.isWellFormed()).toBe(true);
  });
});

test("our own sentence shows no secret of the arguments, at any depth or cut", () => {
  const summary = (text: string) => defaultSummary("crm", "sign_in", parseJson(text), text);
  const secret = "hunter2-hunter2";
  const key = `sk-live-${"a1b2c3d4".repeat(4)}`;
  for (const text of [
    `{"user":"ines","password":"${secret}"}`,
    `{"auth":{"api_key":"${secret}"},"user":"ines"}`,
    `{"token":["${secret}"],"user":"ines"}`,
    `{"pa\\u0073sword":"${secret}"}`,
    `{"list":[{"user":"ines"},{"secret":"${secret}"}]}`,
    `{"header":"Bearer ${secret}"}`,
    `{"url":"https://ines:${secret}@example.test/x"}`,
    `{"note":"use ${key} for it"}`,
    `{"note":"${"x".repeat(60)} ${key}"}`,
    `{"long":"${"y".repeat(9_000)}","password":"${secret}"}`,
  ]) {
    expect(summary(text), text).not.toMatch(/hunter2|sk-live-a1/);
  }
  expect(summary('{"user":"ines","n":9007199254740993,"password":null}')).toBe(
    'Call crm sign_in with user: "ines", n: 9007199254740993, password: null',
  );
});
