import { expect } from "vitest";
import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { listToolStandings } from "@/lib/signals/boundaries/queries";
import { getSheetEffect, listSheetGaps } from "@/lib/signals/cheatsheets/queries";
import { listFindings } from "@/lib/signals/findings/queries";
import { getHealthReport } from "@/lib/signals/health/queries";
import { listToldTools } from "@/lib/signals/known-tools";
import { listSuggestions } from "@/lib/signals/suggestions/queries";
import { SUGGESTION_KINDS } from "@/lib/signals/suggestions/types";
import { getToolUse } from "@/lib/signals/use/queries";
import { countTools, listTools } from "@/lib/tools/catalogue/queries";
import { knownToolsJson, knownToolsText } from "@/lib/tools/known/rules";
import { KNOWN_BUDGET } from "@/lib/tools/types";

/** Checks what people see of a sample's tools on each page, before any worker pass. */
export async function expectToolsTold(scope: UserScope): Promise<void> {
  const { rows: proven } = await listFindings(scope, { view: "proven" }, undefined, 100);
  const codes = new Set(proven.map(({ code }) => code));
  for (const code of ["invented_parameter", "empty_text", "refused_values"])
    expect(codes, code).toContain(code);
  for (const code of ["never_called", "near_identical"] as const)
    expect((await listFindings(scope, { view: "open", code })).rows.length, code).toBeGreaterThan(0);
  const asked = proven.find(({ code }) => code === "other_purpose");
  expect(asked).toMatchObject({ tool: { name: "list_suites" }, other: { better: expect.anything() } });
  const { rows: gone } = await listFindings(scope, { view: "gone" });
  const review = gone.find(({ tool }) => tool.name === "create_pull_request_review");
  expect(review?.effect?.before.share?.to).toBeLessThan(review?.effect?.after.share?.from ?? 0);

  const { tools } = await getHealthReport(scope, {});
  expect(new Set(tools.map(({ state }) => state)).size).toBe(4);
  expect(tools.some(({ lowUtilityRepeated }) => lowUtilityRepeated)).toBe(true);
  const keys = tools.map(({ gateway, ...tool }) => ({ ...tool, gatewayId: gateway.id }));
  const standings = [...(await listToolStandings(scope, keys, null)).values()];
  expect(standings.some(({ cohesion, clusters }) => cohesion === "warning" && clusters.length > 0)).toBe(
    true,
  );

  const figuresOf = async (name: string) => {
    const key = keys.find((one) => one.name === name);
    if (!key) throw new Error(`the sample has no tool ${name}`);
    return getToolUse(scope, key, { by: "version", days: "90" });
  };
  const reviewed = await figuresOf("create_pull_request_review");
  expect(reviewed.lost.map(({ path }) => path)).toEqual(["/comments"]);
  expect(reviewed.spots[0]).toMatchObject({ path: "/event", keyword: "enum" });
  expect((await figuresOf("update_issue")).total).toMatchObject({ abandonedShare: expect.anything() });
  expect((await figuresOf("hubspot-search-objects")).switched[0]?.tool).toBe("hubspot-list-objects");

  const { rows: suggested } = await listSuggestions(scope, { view: "open" }, undefined, 100);
  for (const kind of SUGGESTION_KINDS)
    expect(new Set(suggested.map((one) => one.kind)), kind).toContain(kind);

  await expectDrift(scope);
  await expectKnown(scope);

  const at = await published(scope);
  expect(await getSheetEffect(scope, { provider: "github", gateway: "sample-platform" }, at)).toMatchObject({
    verdict: "fewer",
  });
  expect((await listSheetGaps(scope, "github")).length).toBeGreaterThan(0);
  const { rows: flagged } = await listTools(scope, { view: "findings" }, null, 500);
  expect(flagged.length).toBeGreaterThan(0);
  expect(flagged.length).toBeLessThan(tools.length);
  expect((await countTools(scope, { view: "all" })).unrated).toBeGreaterThan(10);
}

/** Tools redefined after a person rated them, and no others. */
async function expectDrift(scope: UserScope): Promise<void> {
  const { rows } = await listTools(scope, { view: "redefined" }, null, 500);
  const drifted = new Map(rows.map((tool) => [`${tool.provider}/${tool.name}`, tool]));
  for (const name of ["slack/slack_post_message", "mongodb/aggregate"])
    expect(drifted.get(name), name).toMatchObject({ redefined: true });
  expect(drifted.has("github/create_pull_request_review")).toBe(false);
}

const TROUBLE: Readonly<Record<string, number>> = { watch: 1, degraded: 2 };

type Told = { name: string; health?: { state: string }; boundary?: { axes: string[] } };

/**
 * Text for a tenant's agents: healthy tools first, overloaded tools, and workarounds of known
 * problems.
 */
async function expectKnown(scope: UserScope): Promise<void> {
  const tenant = await read(scope, (tx) => tx.tenant.findFirstOrThrow({ where: { key: "sample-halden" } }));
  const known = await listToldTools(scope, {}, tenant.id);
  const { tools }: { tools: Told[] } = JSON.parse(knownToolsJson(known, KNOWN_BUDGET.max));
  const troubles = tools.map(
    ({ health, boundary }) => (TROUBLE[health?.state ?? ""] ?? 0) + (boundary ? 1 : 0),
  );
  expect(troubles).toEqual(troubles.toSorted());
  expect(new Set(troubles).size).toBeGreaterThan(1);
  // Just after midnight a day has left the week, so some tools have too few calls to be healthy.
  const untroubled = tools.slice(0, troubles.lastIndexOf(0) + 1);
  expect(untroubled.map(({ health }) => health?.state)).toContain("healthy");
  expect(tools.find(({ name }) => name === "kubectl_describe")?.boundary?.axes).toContain("cluster-state");
  const text = knownToolsText(known, KNOWN_BUDGET.max);
  for (const line of [
    "! It refers calls elsewhere that are about ",
    "Prefer kubernetes/kubectl_logs for “cluster-state”.",
    "Workaround: “Always send namespace.”.",
  ])
    expect(text, line).toContain(line);
}

async function published(scope: UserScope): Promise<Date> {
  const sheet = await read(scope, (tx) => tx.cheatsheet.findFirstOrThrow({ where: { provider: "github" } }));
  return sheet.updatedAt;
}
