import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { suggestionList } from "./list";
import { listSuggestions } from "./queries";

const system = systemScope("tests");

const EVIDENCE = { rule: "handed_on", attempts: 10, to: null, since: "2026-11-01" };

/** Suggestions about several tools. The id orders two with the same time. */
async function aList(count: number) {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`);
  for (const [index, name] of names.entries()) {
    const { id: toolId } = await aTool(gateway, { provider: index % 2 ? "web" : "mail", name });
    const raisedAt = new Date(Date.UTC(2026, 10, 20, 10, 0, Math.floor(index / 2)));
    const kind = index % 3 ? "retire" : "split";
    const data = { id: newId(), tenantId: tenant.id, toolId, kind, about: "", weight: 1, evidence: EVIDENCE };
    await ingest(system, (tx) => tx.toolSuggestion.create({ data: { ...data, raisedAt } }));
  }
  return { tenant, gateway, viewer: await aPerson([tenant], "viewer") };
}

test("pages go on where the one before ended, what was raised last first", async () => {
  const { viewer } = await aList(7);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listSuggestions(viewer, { view: "open", cursor }, viewer.tenants, 3);
    expect(page.counts).toEqual({ open: 7, accepted: 0, dismissed: 0 });
    seen.push(...page.rows.map(({ tool }) => tool.name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `tool_${index}`));
});

test("filters narrow the rows and the counts, and an address keeps them", async () => {
  const { viewer, gateway } = await aList(6);
  const { filter, problems } = suggestionList.parse({
    kind: "retire",
    provider: "web",
    gateway: gateway.name,
  });
  expect(problems).toEqual([]);
  const { rows, counts } = await listSuggestions(viewer, filter);
  expect(rows.map(({ tool }) => tool.name)).toEqual(["tool_5", "tool_1"]);
  expect(counts.open).toBe(2);
  const tool = await listSuggestions(viewer, { view: "open", tool: "tool_3" });
  expect(tool.rows.map(({ kind }) => kind)).toEqual(["split"]);
  expect(suggestionList.parse({ kind: "shrink" }).problems).toMatchObject([{ name: "kind" }]);
  await expect(listSuggestions(viewer, { view: "open", cursor: "zzz" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});
