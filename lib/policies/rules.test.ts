import { describe, expect, test, vi } from "vitest";
import { countedReads } from "@/gateway/testing/reads";
import { parseJson } from "@/lib/core/json/parse";
import { clockAt } from "@/lib/core/time-window/rules";
import type { CallForPolicies } from "./call";
import type { PolicyMatch } from "./conditions/types";
import { valuesOf } from "./conditions/values";
import { type CompiledPolicy, compilePolicies, firstFit, possibleFits } from "./rules";
import { policySentence } from "./sentences";
import { allow, deny, require } from "./testing/installation";
import type { Policy } from "./types";

const call = (over: CallForPolicies = {}): CallForPolicies => ({
  tenant: "acme",
  gateway: "edge",
  provider: "resend",
  tool: "send-broadcast",
  agent: "claude-code",
  model: null,
  onBehalfOf: "Maya@acme.example",
  risk: "high",
  arguments: valuesOf(parseJson('{"to":["a@acme.example","b@evil.example"],"amount":12.50}')),
  clock: clockAt(new Date("2026-11-21T10:00:00Z")),
  ...over,
});

const fits = (policy: Policy, asked: CallForPolicies = call()) =>
  firstFit(compilePolicies([policy]), asked) !== null;

describe("everything that is given has to fit, and of each list any one", () => {
  const table: [match: Partial<PolicyMatch>, fits: boolean][] = [
    [{}, true],
    [{ tenants: ["other", "AC*"] }, true],
    [{ tenants: ["acme"], tools: ["other"] }, false],
    [{ tenants: ["acme"], gateways: ["edge"], providers: ["re*"], tools: ["send-*"], agents: ["*"] }, true],
    [{ models: ["*"] }, false],
    [{ onBehalfOf: ["*@acme.example"] }, true],
    [{ risk: ["high", "critical"] }, true],
    [{ risk: ["low"] }, false],
    [{ time: { weekdays: ["sat"], from: "10:00", to: "11:00", zone: "UTC" } }, true],
    [{ time: { weekdays: ["sun"], from: null, to: null, zone: "UTC" } }, false],
    [{ arguments: [{ path: "/amount", op: "over", value: 12 }] }, true],
    [
      {
        arguments: [
          { path: "/amount", op: "over", value: 12 },
          { path: "/none", op: "exists" },
        ],
      },
      false,
    ],
    [{ arguments: [{ path: "/none", op: "missing" }] }, true],
    [{ arguments: [{ path: "/to/*", op: "exists" }] }, true],
    [{ arguments: [{ path: "/to/*", op: "missing" }] }, false],
    [{ arguments: [{ path: "/none", op: "not_equals", value: 1 }] }, false],
  ];
  test.each(table)("%j: %s", (match, expected) => {
    expect(fits(require(match))).toBe(expected);
    expect(fits({ ...require(match), on: false })).toBe(false);
  });
});

test("of several values any one stops a call, and only all of them let it pass", () => {
  const inside = { arguments: [{ path: "/to/*", op: "matches", value: "*@acme.example" }] } as const;
  const outside = { arguments: [{ path: "/to/*", op: "not_in", value: ["a@acme.example"] }] } as const;
  for (const match of [inside, outside]) {
    expect(fits(require(match))).toBe(true);
    expect(fits(deny(match))).toBe(true);
    expect(fits(allow(match))).toBe(false);
  }
  const all = valuesOf(parseJson('{"to":["a@acme.example","c@acme.example"]}'));
  expect(fits(allow(inside), call({ arguments: all }))).toBe(true);
  expect(fits(allow(inside), call({ arguments: valuesOf(parseJson('{"to":[]}')) }))).toBe(false);
});

test.each([
  ["tools", "tool", "delete_repo", "ｄelete_repo"],
  ["tools", "tool", "delete_file", "DELETE_ﬁle"],
  ["onBehalfOf", "onBehalfOf", "maya@acme.example", "Maya+jobs@acme.example."],
  ["onBehalfOf", "onBehalfOf", "*@acme.example", "maya@acme.example."],
  ["agents", "agent", "ｃｌａｕｄｅ", "claude"],
] as const)("of %s (%s), %s also stops %s, and lets it pass by no means", (list, fact, pattern, name) => {
  const asked = call({ [fact]: name });
  expect(fits(deny({ [list]: [pattern] }), asked)).toBe(true);
  expect(fits(require({ [list]: [pattern] }), asked)).toBe(true);
  expect(fits(allow({ [list]: [pattern] }), asked)).toBe(false);
});

test("what a gateway claims of the risk is matched by itself; of a stored call that does not tell, nobody knows", () => {
  const claims = require({ claimedRisk: ["high", "critical"] });
  expect(fits(claims, call({ claimedRisk: "critical", risk: "low" }))).toBe(true);
  expect(fits(claims, call({ claimedRisk: "low", risk: "critical" }))).toBe(false);
  expect(fits(claims, call({ claimedRisk: null }))).toBe(false);
  expect(possibleFits(compilePolicies([claims]), call({ claimedRisk: undefined })).orNone).toBe(true);
  expect(policySentence(claims)).toContain("Calls that their gateway calls high or critical wait");
});

test("a critical call passes only by a policy that names that risk", () => {
  const critical = call({ risk: "critical" });
  expect(fits(allow({}), critical)).toBe(false);
  expect(fits(allow({ risk: ["high"] }), critical)).toBe(false);
  expect(fits(allow({ risk: ["high", "critical"] }), critical)).toBe(true);
  expect(fits(deny({}), critical)).toBe(true);
});

test("of a stored call without its arguments, everything that may have decided is named", () => {
  const unknown = call({ arguments: undefined });
  const large = deny({ arguments: [{ path: "/amount", op: "over", value: 1 }] }, "large");
  const names = (policies: Policy[]) => {
    const { possible, orNone } = possibleFits(compilePolicies(policies), unknown);
    return [...possible.map(({ policy }) => policy.name), ...(orNone ? [null] : [])];
  };
  expect(names([large])).toEqual(["large", null]);
  expect(names([large, require({}, {}, "all")])).toEqual(["large", "all"]);
  expect(names([require({}, {}, "all"), large])).toEqual(["all"]);
  expect(names([deny({ ...large.match, tools: ["other"] })])).toEqual([null]);
});

/** Counts the reads of arguments while policies judge a call that matches none. */
function readsOf(policies: readonly CompiledPolicy[], text: string): number {
  const { value: root, reads } = countedReads(parseJson(text));
  expect(firstFit(policies, call({ arguments: valuesOf(root) }))).toBeNull();
  return reads();
}

test("a thousand policies that ask for the same long texts read each once", () => {
  const long = (text: string) => text.repeat(250_000 / text.length);
  const text = `{"text":"${long("AbCd")}","digits":"${long("98")}"}`;
  const policies = compilePolicies(
    Array.from({ length: 1_000 }, (_, at) => {
      const asked = [
        { path: "/text", op: "longer_than", value: at },
        { path: "/digits", op: "over", value: at },
        { path: "/text", op: "matches", value: `*abcd*x${at}*` },
      ] as const;
      return deny({ arguments: asked }, `policy ${at}`);
    }),
  );
  const folding = vi.spyOn(String.prototype, "toLowerCase");
  const reads = readsOf(policies, text);
  const folded = folding.mock.contexts.filter((text) => String(text).length >= 250_000).length;
  folding.mockRestore();
  expect(reads).toBe(readsOf(policies.slice(0, 1), text));
  expect(folded).toBe(1);
});

function looksAtTexts(work: () => void): number {
  const names = ["indexOf", "startsWith", "endsWith"] as const;
  const own = names.map((name) => String.prototype[name] as (...given: never[]) => unknown);
  let looks = 0;
  const put = (name: (typeof names)[number], method: unknown) =>
    Object.defineProperty(String.prototype, name, { value: method, writable: true, configurable: true });
  for (const [at, name] of names.entries())
    put(name, function (this: string, ...given: unknown[]) {
      looks += 1;
      return own[at]?.apply(this, given as never[]);
    });
  try {
    work();
    return looks;
  } finally {
    for (const [at, name] of names.entries()) put(name, own[at]);
  }
}

describe("a call whose texts take longer to compare with patterns than others can wait", () => {
  const values = (count: number) =>
    valuesOf(parseJson(`{"to":[${Array.from({ length: count }, (_, at) => `"a${at}"`)}]}`));
  const long = (text: string) => valuesOf(parseJson(`{"to":["${text.repeat(240_000 / text.length)}"]}`));
  const listed = (pattern: string) =>
    Array.from({ length: 1_000 }, (_, at) =>
      deny(
        { arguments: [{ path: "/to/*", op: "matches", value: pattern.replace("#", String(at)) }] },
        `policy ${at}`,
      ),
    );

  test.each([
    ["many values", "deny", "*maya#@*", () => values(19_000)],
    ["a long text", "deny", "*ab#*", () => long("a")],
    ["a long text and many stars", undefined, `${"*a".repeat(19)}*b#`, () => long("a")],
    ["a text that nearly fits a long part", "deny", `*${"a".repeat(400)}b#*`, () => long("a")],
  ])("%s", (_, action, pattern, argumentsOf) => {
    const policies = compilePolicies(listed(pattern));
    const asked = call({ arguments: argumentsOf() });
    let fit: Policy | null = null;
    const looks = looksAtTexts(() => {
      fit = firstFit(policies, asked);
    });
    expect((fit as Policy | null)?.action).toBe(action);
    expect(looks).toBeLessThan(12_000_000);
  });

  test("is guarded as if what was not compared fitted", () => {
    const policies = listed("*maya#@*");
    const last = { arguments: [{ path: "/to/*", op: "matches", value: "*a*" }] } as const;
    const decided = (more: Policy[], count: number) =>
      firstFit(compilePolicies([...policies, ...more]), call({ arguments: values(count) }))?.action ?? null;
    expect(decided([], 100)).toBeNull();
    expect(decided([], 19_000)).toBe("deny");
    const inert = policies.map((policy) => ({ ...allow(policy.match), name: policy.name }));
    const allowed = firstFit(compilePolicies([...inert, allow(last)]), call({ arguments: values(19_000) }));
    expect(allowed).toBeNull();
    expect(decided([allow(last)], 100)).toBe("allow");
  });
});

test("a call is judged by what was read of the policies before, and asked about by each condition once", () => {
  const listed = Array.from({ length: 1_000 }, (_, at) =>
    require({
      tenants: ["acme", "other"],
      tools: [`tool-${at}-*`, "send-*"],
      risk: ["high"],
      time: { weekdays: ["sat"], from: "09:00", to: "17:00", zone: at % 2 ? "UTC" : "Europe/London" },
      arguments: [{ path: "/amount", op: "over", value: 1_000 + at }],
    }, {}, `policy ${at}`),
  );
  const { value: watched, reads } = countedReads(listed);
  let asked = 0;
  const policies = compilePolicies(watched).map(({ policy, conditions }) => ({
    policy,
    conditions: conditions.map(({ fits, words }) => ({
      words,
      fits: (one: CallForPolicies) => {
        asked += 1;
        return fits(one);
      },
    })),
  }));
  const before = reads();
  const text = '{"to":["a"],"amount":12.50}';
  const ofAll = readsOf(policies, text);
  expect(asked).toBe(5 * listed.length);
  // The lists of risks and weekdays are searched; compiling a policy takes many times that.
  expect(reads() - before).toBeLessThanOrEqual(7 * listed.length);
  expect(before).toBeGreaterThan(35 * listed.length);
  expect(ofAll).toBe(readsOf(policies.slice(0, 1), text));
});

test("a call with as many values as there may be is looked through once for hundreds of policies", () => {
  const at = Array.from({ length: 300 }, (_, n) => n);
  const listed = (n: number) => Array.from({ length: 100 }, (_, one) => `${n}-${one}@acme.example`);
  const policies = compilePolicies(
    at.flatMap((n) => [
      deny({ arguments: [{ path: "/to/*", op: "in", value: listed(n) }] }),
      deny({ arguments: [{ path: "/to/*", op: "over", value: 1e9 + n }] }),
      allow({ arguments: [{ path: "/to/*", op: "not_in", value: [`${n}@acme.example`, "0"] }] }),
      deny({ arguments: [{ path: `/*/*/*/*/${n}`, op: "exists" }] }),
    ]),
  );
  const to = Array.from({ length: 19_000 }, (_, n) => (n % 2 ? n : `"${n}"`));
  expect(readsOf(policies, `{"to":[${to}]}`)).toBe(readsOf(policies.slice(0, 4), `{"to":[${to}]}`));
});
