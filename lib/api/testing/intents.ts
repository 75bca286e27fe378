import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { countIntents } from "@/lib/intents/figures";
import { tellAll } from "@/lib/intents/testing/rationales";
import type { World } from "./world";

const system = systemScope("tests");
const NONE = "01999999-0000-7000-8000-000000000000";
const AT = "2026-11-21T10:00:00Z";

const GROUPED = { medoidId: NONE, middle: Buffer.alloc(4), model: "words 1" };

export async function readIntents({ ask, tenant }: World): Promise<void> {
  const row = (tool: string, outcome: string, rationale: string) => ({
    ...{ tenant: tenant.key, provider: "resend", tool, outcome, rationale, occurred_at: AT },
  });
  const rows = [
    ...Array.from({ length: 11 }, () =>
      row("create-segment", "ok", "Marketing wants the readers of May apart."),
    ),
    ...Array.from({ length: 4 }, () =>
      row("export-segment", "unknown_tool", "Marketing wants the readers of May as a file."),
    ),
  ];
  await ask("POST /api/v1/audit", { body: { rows } });
  await tellAll(tenant);
  const id = newId();
  await ingest(system, async (tx) => {
    const intent = { id, name: "readers May marketing", keywords: ["readers", "marketing"] };
    await tx.intent.create({ data: { tenantId: tenant.id, ...intent, ...GROUPED } });
    const readers = { tenantId: tenant.id, text: { contains: "readers" } };
    await tx.rationaleTemplate.updateMany({ where: readers, data: { intentId: id } });
    await countIntents(tx, tenant.id, { intents: [id] });
  });
  const [LIST, ONE, WEEK] = ["GET /api/v1/intents", "GET /api/v1/intents/{id}", "GET /api/v1/intents/weekly"];
  await ask(LIST, { query: { tenant: tenant.key } });
  await ask(LIST, { as: "viewer", query: { cursor: "zzz" } });
  await ask(ONE, { of: id });
  await ask(ONE, { as: "viewer", of: NONE });
  const week = "2026-W47";
  await ask(WEEK, { query: { week, tenant: tenant.key } });
  await ask(WEEK, { as: "viewer", query: { week, format: "json" } });
  await ask(WEEK, { query: { week }, headers: { accept: "application/x-ndjson" } });
  await ask(WEEK, { query: { week: "next" } });
}
