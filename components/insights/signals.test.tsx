import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Signals } from "@/lib/insights/signals/types";
import { SaidTable } from "./said-table";
import { SignalCards } from "./signals";

const NOTHING = { calls: 0, missing: 0, read: 0, meaningful: 0 };
const week = { from: "2026-11-15", to: "2026-11-21" };

/** A new tenant. */
const NEW: Signals = {
  meaning: {
    ...{ state: "early", judgedFrom: null, lately: NOTHING, agents: [], models: [], since: "2026-10-23" },
    weeks: [{ ...week, ...NOTHING }],
  },
  feedback: {
    ...{ state: "early", judgedFrom: new Date("2026-12-21T10:00:00Z"), issues: 0, since: "2026-10-22" },
    months: [{ from: "2026-10-22", to: "2026-11-21", issues: 0 }],
  },
  atOnce: {
    ...{
      state: "few",
      calls: 3,
      atOnce: 3,
      tools: [],
      since: new Date("2026-10-23T00:00:00Z"),
      complete: true,
    },
    weeks: [{ ...week, calls: 3, atOnce: 3 }],
  },
};

const textOf = (signals: Signals) =>
  renderToStaticMarkup(<SignalCards signals={signals} tenant="acme" mayAdminister />)
    .replace(/<svg[\s\S]*?<\/svg>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("a signal that says nothing yet says what is missing, and from when on it will", () => {
  const text = textOf(NEW);
  expect(text).toContain("No call has been reported yet. This says something 30 days after the first one.");
  expect(text).toMatch(/This says something from 21 Dec(?: 2026)? on: 90 days after the first call\./);
  expect(text).toContain("At least 10 such calls are needed; there were 3 in 30 days.");
  expect(text).not.toContain("Nothing to do");
});

test("a signal that crossed its line says what to do, and how much of it is still to be read", () => {
  const { meaning, feedback, atOnce } = NEW;
  const lately = { calls: 86, missing: 20, read: 60, meaningful: 2 };
  const text = textOf({
    meaning: { ...meaning, state: "regret", lately },
    feedback: { ...feedback, state: "regret", issues: 4 },
    atOnce: { ...atOnce, state: "regret", calls: 20, atOnce: 15 },
  });
  expect(text).toContain("3 % of 80 calls");
  expect(text).toContain(
    "Give the tenant a longer grace period, in which a missing one is only a warning. 6 calls of these days are still to be read.",
  );
  expect(text).toContain("take the tool away from them");
  expect(text).toContain("75 % of 20 calls at high or critical risk");
  expect(text).toContain("Rate the tools below one step lower");
});

const hrefsOf = (tenant: string | undefined, mayAdminister: boolean) =>
  [
    ...renderToStaticMarkup(
      <SignalCards signals={NEW} tenant={tenant} mayAdminister={mayAdminister} />,
    ).matchAll(/href="([^"]+)"/g),
  ].map(([, href = ""]) => href);

test("an administrator goes from the advice about rationales to the grace period", () => {
  expect(hrefsOf("acme", true)).toContain("/settings/tenants/acme#grace");
  expect(hrefsOf(undefined, true)).toContain("/settings/tenants");
  expect(hrefsOf("acme", false).filter((href) => href.startsWith("/settings"))).toEqual([]);
});

test("agents and models under the line are marked, from as many calls on as the signal needs", () => {
  const rows = [
    { name: "lazy", calls: 100, missing: 90, read: 10, meaningful: 4 },
    { name: "few", calls: 10, missing: 10, read: 0, meaningful: 0 },
    { name: "unread", calls: 900, missing: 50, read: 10, meaningful: 0 },
    { name: "good", calls: 100, missing: 0, read: 100, meaningful: 5 },
  ];
  const html = renderToStaticMarkup(<SaidTable label="x" head="Agent" rows={rows} href={(name) => name} />);
  const marked = html.split("<tr").filter((row) => row.includes("below 5 %"));
  expect(marked).toHaveLength(1);
  expect(marked[0]).toContain("lazy");
});
