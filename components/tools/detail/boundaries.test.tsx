import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ToolHealthLine } from "@/components/approvals/detail/tool-health-line";
import { assess, utilityOf } from "@/lib/signals/boundaries/rules";
import type { BoundaryEvent, ToolBoundaries } from "@/lib/signals/boundaries/types";
import { healthOf, NO_CALLS } from "@/lib/signals/health/rules";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { Boundaries } from "./boundaries";
import { ToolHealth } from "./tool-health";

// The result matches its figures, and every figure links to its calls.

const TODAY = "2026-11-21";
const TOOL = {
  id: "t",
  name: "fetch",
  provider: "web",
  gateway: { id: "g", name: "acme-gateway" },
  tenants: [],
} as unknown as ToolView;

const events = (count: number, axes: string[], sessions = count): BoundaryEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    axes,
    session: `s${index % sessions}`,
    day: TODAY,
    weight: 1,
  }));

function foundOf(calls: number, some: readonly BoundaryEvent[], over: object = {}): ToolBoundaries {
  const days = [{ day: TODAY, ran: calls }];
  return {
    ...assess(days, some, TODAY),
    utility: utilityOf(days, { own: [], feedback: [], correction: [] }, TODAY),
    since: "2026-10-25",
    more: false,
    words: new Map([["transport", ["HTTP"]]]),
    referrals: [],
    successors: [],
    corrections: [],
    aliases: [],
    ...over,
  };
}

const render = (found: ToolBoundaries, namesakes = 0) =>
  renderToStaticMarkup(<Boundaries tool={TOOL} found={found} namesakes={namesakes} mayName={false} />);

const wordsOf = (markup: string) => markup.replace(/<[^>]*>/g, "").replaceAll("&amp;", "&");

const BOTH = ["extraction", "transport"];

test.each<[string, ToolBoundaries, string]>([
  ["nothing was referred", foundOf(50, []), "No call of the last 28 days was referred to another tool."],
  ["too few calls ran", foundOf(12, events(2, BOTH)), "Only 12 calls ran in 28 days. A warning needs 30."],
  ["referrals are rare", foundOf(500, events(5, BOTH)), "A warning begins at 5 %."],
  ["they are about one thing", foundOf(60, events(20, ["transport"])), "about one thing (1.0 axes"],
  [
    "one session made them all",
    foundOf(60, events(20, BOTH, 1)),
    "fewer than two axes are named in two sessions",
  ],
])("where %s, there is no warning, and it says why", (_, found, words) => {
  const said = wordsOf(render(found));
  expect(said).toContain(words);
  expect(said).not.toContain("Asked for more than one thing");
});

test("a warning says its figures, the split, where agents went on, and that nothing is changed", () => {
  const successors = [{ axis: "extraction", provider: "html", tool: "parse", sessions: 4 }];
  const markup = render(foundOf(60, events(20, BOTH), { successors }), 2);
  const said = wordsOf(markup);
  expect(said).toContain("Asked for more than one thing");
  expect(said).toMatch(
    /That is 33\.3 % of its calls.*at least 22\.7 % with 95 % confidence.*spread over 2\.0 axes/,
  );
  expect(said).toContain("are named together in 20 of 20 referrals");
  expect(said).toContain("For “extraction” agents went on with html · parse and it worked, in 4 sessions.");
  expect(said).toContain("Calls of 2 other tools with the same name do not count");
  expect(said).toContain("It changes nothing by itself");
  expect(markup).toContain("tool=fetch&amp;axis=transport&amp;gateway=acme-gateway&amp;since=2026-10-25");
  expect(markup).toContain("outcome=wrong_tool_boundary");
});

test("text of tools and users is never markup", () => {
  const bad = "<img src=x onerror=alert(1)>";
  const referral = { taskShape: bad, suggestedSplit: bad, evidence: bad, agent: bad };
  const call = { call: "c", axes: [bad], occurredAt: new Date(0), confirmed: true };
  const corrections = [{ id: "1", utterance: bad, sessionId: null, at: new Date(0) }];
  const utility = utilityOf(
    [],
    { own: [], feedback: [], correction: [{ day: TODAY, session: null }] },
    TODAY,
  );
  const found = foundOf(60, events(20, BOTH), {
    referrals: [{ ...call, ...referral }],
    corrections,
    utility,
  });
  const markup = render(found);
  expect(markup).not.toContain("<img");
  expect(wordsOf(markup)).toContain("a user corrected it");
});

test("health says its figures and its rule, and an approver gets the plain fact", () => {
  const told = { byProvider: false, withoutProvider: 0, since: "2026-11-15" };
  const health = { ...healthOf({ ...NO_CALLS, ok: 28, tool: 12 }, false), ...told };
  const markup = renderToStaticMarkup(<ToolHealth tool={TOOL} health={health} />);
  expect(wordsOf(markup)).toContain("Watch12 of 40 calls failed: at least 18.1 % with 95 % confidence.");
  expect(markup).toContain("tool=fetch&amp;class=tool&amp;since=2026-11-15");
  const none = { ...healthOf(NO_CALLS, false), ...told };
  expect(wordsOf(renderToStaticMarkup(<ToolHealth tool={TOOL} health={none} />))).toContain(
    "Too few callsNo call reached it.",
  );
  const line = (some: typeof health) => renderToStaticMarkup(<ToolHealthLine toolId="t" health={some} />);
  expect(wordsOf(line(health))).toBe("In the last 7 days, 12 of 40 calls failed. The tool’s health");
  expect(line(health)).toContain('href="/tools/t/health"');
  expect(line(none)).toBe("");
});
