import { setTimeout as pause } from "node:timers/promises";
import { receiptKeys } from "@/lib/approvals/receipt-keys/worker";
import { recordCalls } from "@/lib/calls/commands";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { yamlOf } from "@/lib/core/json/yaml";
import { systemScope } from "@/lib/core/scope";
import { sendTestPing } from "@/lib/delivery/commands";
import { notified, setUpEmail } from "@/lib/notifications/testing/scene";
import { listPolicyVersions } from "@/lib/policies/queries";
import { walked } from "@/lib/signals/findings/testing/worker-pass";
import { listRuleVersions } from "@/lib/tools/by-rule/queries";
import { startDraining } from "../v1/health";
import { aHeldCall } from "./authorizations";
import type { World } from "./world";

const system = systemScope("tests");
const NONE = "01999999-0000-7000-8000-000000000000";
const AT = "2026-11-21T10:00:00Z";

export async function tellOfCalls({ ask, tenant }: World): Promise<void> {
  const row = (over: object = {}) => ({
    tenant: tenant.key,
    provider: "resend",
    tool: "list-segments",
    rationale: "Product owner asked which segments there are.",
    outcome: "ok",
    agent: "claude-code",
    session_id: "ses_9",
    call_id: "toolu_1",
    duration_ms: 41,
    arguments: { limit: 20 },
    occurred_at: AT,
    ...over,
  });
  const AUDIT = "POST /api/v1/audit";
  await ask(AUDIT, { body: row({ id: "one" }) });
  await ask(AUDIT, { body: row({ id: "one" }) });
  await ask(AUDIT, { body: row({ id: "one", outcome: "denied" }) });
  await ask(AUDIT, { body: row({ rationale: undefined }) });
  await ask(AUDIT, { body: row({ tenant: "somebody-else" }) });
  await ask(AUDIT, { body: row({ outcome: "fine" }) });
  const referral = { boundary_axes: ["time zone"], evidence: "It asks for one city per call." };
  const validation = [{ path: "/limit", message: "must be at most 50", received: 500 }];
  const rows = [
    row({ outcome: "wrong_tool_boundary", referral }),
    row({ outcome: "validation_error", validation, rationale: undefined }),
    row({ id: "one" }),
    row({ outcome: "fine" }),
  ];
  await ask(AUDIT, { body: { rows } });
  const tool = "list-segments";
  await ask("GET /api/v1/audit", { query: { tool, limit: "3" } });
  await ask("GET /api/v1/audit", { as: "viewer", query: { tool, format: "ndjson" } });
  await ask("GET /api/v1/audit", { query: { tool }, headers: { accept: "text/csv" } });
  for (const name of ["cursor", "similar"]) await ask("GET /api/v1/audit", { query: { [name]: NONE } });
  for (const state of ["unresolved", "fine"])
    await ask("GET /api/v1/offenders", { query: { tenant: tenant.key, state } });
  const correction = { tenant: tenant.key, id: "c1", tool, utterance: "No, the segments of Lisbon." };
  await ask("POST /api/v1/corrections", { body: correction });
  await ask("POST /api/v1/corrections", { body: correction });
  await ask("POST /api/v1/corrections", { body: { ...correction, utterance: "Something else." } });
  await ask("POST /api/v1/corrections", { body: { ...correction, tenant: "somebody-else" } });
}

export async function readInsights({ ask, tenant }: World): Promise<void> {
  const INSIGHTS = "GET /api/v1/insights";
  await ask(INSIGHTS, { as: "admin", query: { tenant: tenant.key, days: "7", limit: "2" } });
  await ask(INSIGHTS, { as: "approver", query: { by: "approver" } });
  await ask(INSIGHTS, { as: "viewer", query: { days: "91" } });
  await ask(INSIGHTS, { as: "viewer", query: { by: "person" } });
}

export async function readExpired({ ask, tenant }: World): Promise<void> {
  const EXPIRED = "GET /api/v1/approvals/expired";
  await ask(EXPIRED, { as: "approver", query: { format: "json", tenant: tenant.key } });
  await ask(EXPIRED, { as: "viewer", query: { since: "7d" } });
  await ask(EXPIRED, { as: "viewer", query: { since: "yesterday" } });
}

export async function readNotifications(world: World): Promise<void> {
  const { ask, tenant } = world;
  await setUpEmail();
  const { id } = await aHeldCall(world, { arguments: { n: 90 } });
  await notified();
  const NOTIFICATIONS = "GET /api/v1/notifications";
  await ask(NOTIFICATIONS, { as: "approver", query: { approval: id, limit: "1" } });
  await ask(NOTIFICATIONS, { as: "admin", query: { view: "all", tenant: tenant.key, state: "queued" } });
  await ask(NOTIFICATIONS, { as: "viewer", query: { view: "all" } });
  await ask(NOTIFICATIONS, { as: "viewer", query: { state: "lost" } });
}

export async function readFindings({ ask, tenant }: World): Promise<void> {
  const refused = (session_id: string) => ({
    tenant: tenant.key,
    provider: "resend",
    tool: "send-broadcast",
    rationale: "Product owner asked to announce the new tiers.",
    outcome: "validation_error",
    validation: [{ path: "/segmentId", message: "must not be empty", received: "" }],
    session_id,
    occurred_at: new Date().toISOString(),
  });
  await ask("POST /api/v1/audit", { body: { rows: [refused("ses_9"), refused("ses_10")] } });
  await walked(tenant);
  const FINDINGS = "GET /api/v1/tools/findings";
  const { json } = await ask(FINDINGS, { query: { view: "proven" } });
  await ask(FINDINGS, { as: "viewer", query: { limit: "1", tenant: tenant.key } });
  await ask(FINDINGS, { query: { cursor: "zzz" } });
  await ask(FINDINGS, { query: { tenant: "somebody-else" } });
  const [{ tool, code, pointer }] = json.data as [{ tool: { id: string }; code: string; pointer: string }];
  const body = { tool_id: tool.id, version: 1, code, pointer, muted: "Segments are chosen by people." };
  const MUTE = "PATCH /api/v1/tools/findings";
  await ask(MUTE, { as: "admin", body });
  await ask(MUTE, { as: "admin", body });
  await ask(MUTE, { as: "admin", body: { ...body, muted: null } });
  await ask(MUTE, { as: "admin", body: { ...body, version: 7 } });
  await ask(MUTE, { as: "admin", body: { ...body, tool_id: NONE } });
  await ask(MUTE, { as: "admin", body: { ...body, muted: "" } });
  await ask(MUTE, { as: "viewer", body });
}

export async function rateByRules({ ask }: World): Promise<void> {
  const RULES = "/api/v1/tools/rules";
  const match = { first: ["archive"], last: [], any: [], providers: [], members: [], claim: null };
  const rule = { name: "Archives things", on: true, match, risk: "high", requires_confirmation: true };
  const set = { rules: [rule], active: true };
  const [newest] = await listRuleVersions(system);
  const { json: shown } = await ask(`POST ${RULES}`, { as: "admin", body: set });
  const body = { ...set, version: newest?.version ?? null, lowered: shown.lowered };
  await ask(`PUT ${RULES}`, { as: "admin", body });
  await ask(`PUT ${RULES}`, { as: "admin", body });
  await ask(`GET ${RULES}`, { as: "viewer" });
  await ask(`POST ${RULES}`, { as: "admin", body: { ...set, rules: [rule, rule] } });
  await ask(`POST ${RULES}`, { as: "viewer", body: set });
  await ask(`PUT ${RULES}`, { as: "viewer", body });
  await ask(`PUT ${RULES}`, { as: "admin", body: { ...body, lowered: "all of it" } });
}

export async function judgeByPolicies({ ask, tenant, gateway }: World): Promise<void> {
  const POLICIES = "/api/v1/policies";
  const [before] = await listPolicyVersions(system);
  const match = {
    tenants: [tenant.key],
    tools: ["archive-*"],
    arguments: [{ path: "/count", op: "over", value: 1000 }],
  };
  const require = { deciders: { people: ["maya@acme.example"] }, separation: { requester: true } };
  const reason = "Nothing is dropped here. Archive it.";
  const policies = [
    { name: "Large archives", action: "require", match, require },
    { name: "Drops", action: "deny", match: { tenants: [tenant.key], tools: ["drop-*"] }, reason },
  ];
  const body = { version: before?.version ?? null, policies };
  await ask(`PUT ${POLICIES}`, { as: "admin", body });
  await ask(`PUT ${POLICIES}`, { as: "admin", body: { policies }, query: { dry_run: "1" } });
  await ask(`PUT ${POLICIES}`, { as: "admin", body: { version: -1, policies: [] } });
  await ask(`PUT ${POLICIES}`, { as: "admin", body: { policies } });
  await ask(`PUT ${POLICIES}`, { as: "approver", body });
  await ask(`GET ${POLICIES}`, { as: "admin" });
  await ask(`GET ${POLICIES}`, { as: "admin", query: { format: "yaml" } });
  await ask(`GET ${POLICIES}`, { as: "approver" });
  await ask(`GET ${POLICIES}`, { as: "admin", query: { format: "xml" } });
  const call = {
    tenant: tenant.key,
    gateway: gateway.name,
    tool: "archive-contacts",
    arguments: { count: 1200 },
    rationale: "Product owner asked to archive contacts who left.",
  };
  await ask(`POST ${POLICIES}/try`, { as: "admin", body: { call } });
  await ask(`POST ${POLICIES}/try`, { as: "admin", body: { call: { ...call, gateway: "nobody" } } });
  await ask(`POST ${POLICIES}/try`, { as: "approver", body: { call } });
  const put = (body: string, type: string) =>
    ask(`PUT ${POLICIES}`, { as: "admin", body, headers: { "content-type": type } });
  await put("policies: [", "application/yaml");
  await put("policies: []", "text/plain");
  await put(`policies: [${"x,".repeat(200_000)}]`, "application/yaml");
  const text = yamlOf({ version: (await listPolicyVersions(system))[0]?.version ?? null, policies: [] });
  await put(text, "application/yaml");
}

export async function readSuggestions({ ask, tenant, gateway }: World): Promise<void> {
  const id = newId();
  const since = "2026-10-25";
  const evidence = {
    rule: "switched",
    to: "create-broadcast",
    switched: 9,
    sessions: 8,
    attempts: 40,
    since,
  };
  await ingest(system, async (tx) => {
    const { id: toolId } = await tx.tool.findFirstOrThrow({
      where: { gatewayId: gateway.id, name: "send-broadcast" },
    });
    const told = { kind: "recompose", about: "create-broadcast", weight: 9, evidence };
    await tx.toolSuggestion.create({ data: { id, tenantId: tenant.id, toolId, ...told } });
  });
  const LIST = "GET /api/v1/tools/suggestions";
  await ask(LIST, { query: { tool: "send-broadcast" } });
  await ask(LIST, { as: "viewer", query: { view: "dismissed", tenant: tenant.key } });
  await ask(LIST, { query: { cursor: "zzz" } });
  await ask(LIST, { query: { tenant: "somebody-else" } });
  const JUDGE = "PATCH /api/v1/tools/suggestions";
  const note = "The draft is looked at between the two.";
  const body = { id, revision: 1, state: "dismissed", reason: "by_design", note };
  await ask(JUDGE, { as: "admin", body });
  await ask(JUDGE, { as: "admin", body });
  await ask(JUDGE, { as: "admin", body: { id, revision: 1, state: "accepted" } });
  await ask(JUDGE, { as: "admin", body: { id, revision: 2, state: "open" } });
  await ask(JUDGE, { as: "admin", body: { ...body, id: NONE } });
  await ask(JUDGE, { as: "admin", body: { ...body, reason: "other", note: "" } });
  await ask(JUDGE, { as: "viewer", body });
}

export async function tellOfTrouble(world: World): Promise<void> {
  const { ask, tenant } = world;
  const report = (over: object = {}) => ({
    tenant: tenant.key,
    attempted_action: "Create a deal",
    expected_outcome: "It exists",
    actual_outcome: "It failed",
    tool_called: "crm",
    error_seen: "property 'x' does not exist",
    severity: "medium",
    rationale: "Import the deals that were signed on paper.",
    occurred_at: AT,
    ...over,
  });
  const REPORT = "POST /api/v1/feedback";
  const named = { id: "f1", session_id: "ses_9", call_id: "toolu_1" };
  const first = await ask(REPORT, { body: report(named) });
  await ask(REPORT, { body: report(named) });
  await ask(REPORT, { body: report({ ...named, severity: "low" }) });
  await ask(REPORT, { body: report({ tenant: "somebody-else" }) });
  const issue = (first.json.issue as { id: string }).id;
  const told = { answer: "Known; a fix is on its way.", workaround: "Use y", fixedIn: "2.5" };
  await ingest(system, (tx) =>
    tx.feedbackIssue.updateMany({
      where: { tenantId: tenant.id, id: issue },
      data: { state: "accepted", ...told },
    }),
  );
  await ask(REPORT, { body: report({ rationale: undefined, severity: "high" }) });
  await readFeedback(world, String(first.json.id));
  const ISSUES = "GET /api/v1/issues";
  await ask(ISSUES, { query: { tool: "crm" } });
  await ask(ISSUES, { as: "viewer", query: { view: "open", format: "csv" } });
  await ask(ISSUES, { as: "viewer", query: { format: "ndjson" } });
  await triageIssue(world, issue);
}

async function readFeedback({ ask, tenant }: World, report: string): Promise<void> {
  const LIST = "GET /api/v1/feedback";
  await ask(LIST, { query: { tool: "crm", limit: "1" } });
  await ask(LIST, { as: "viewer", query: { format: "ndjson" } });
  await ask(LIST, { query: { format: "csv" } });
  await ask(LIST, { query: { cursor: "zzz" } });
  const DIGEST = "GET /api/v1/feedback/digest";
  await ask(DIGEST, { query: { since: "7d" } });
  await ask(DIGEST, { as: "viewer", query: { format: "json", tenant: tenant.key } });
  await ask(DIGEST, { query: { since: "yesterday" } });
  await ask("GET /admin/feedback", { as: "viewer", query: { severity: "high" } });
  await ask("GET /admin/feedback", { as: "viewer", query: { severity: "huge" } });
  await ask("GET /api/v1/feedback/{id}", { of: report });
  await ask("GET /api/v1/feedback/{id}", { of: NONE });
}

async function triageIssue({ ask }: World, issue: string): Promise<void> {
  const [ONE, PATCH] = ["GET /api/v1/issues/{ref}", "PATCH /api/v1/issues/{ref}"];
  await ask(ONE, { of: issue });
  await ask(ONE, { of: NONE });
  const TASK = "GET /api/v1/issues/{ref}/task";
  await ask(TASK, { as: "viewer", of: issue });
  await ask(TASK, { as: "viewer", of: NONE });
  await ask(TASK, { of: issue });
  const patch = (body: object, of = issue) => ask(PATCH, { as: "admin", of, body });
  const decline = { state: "declined", reason: "by_design" };
  await patch({
    ...decline,
    labels: ["crm"],
    priority: "low",
    comment: "Told the provider.",
    tracker: { url: "https://github.com/acme/crm/issues/12" },
  });
  await patch({ state: "in_progress" });
  await patch({ priority: "high", seen: AT });
  await patch(decline, NONE);
  await ask(PATCH, { as: "viewer", of: issue, body: decline });
}

async function callContacts({ ask, gateway, tenant }: World): Promise<void> {
  const tools = ["find-contact", "merge-contacts"].map((name) => ({ name, inputSchema: { type: "object" } }));
  await ask("PUT /api/v1/tools", { body: { provider: "crm", tools } });
  const calls = (tool: string, outcome: "ok" | "timeout", count: number) =>
    Array.from({ length: count }, () => ({
      tenant: tenant.key,
      provider: "crm",
      tool,
      outcome,
      rationale: "Looking for the customer's contact.",
      occurredAt: new Date().toISOString(),
    }));
  const rows = [...calls("find-contact", "ok", 28), ...calls("merge-contacts", "timeout", 6)];
  await recordCalls(
    gateway.scope,
    rows.map((input, index) => ({ index, input, key: null, bodySha256: "" })),
  );
}

export async function readTools(world: World): Promise<void> {
  const { ask, gateway } = world;
  const KNOWN = "GET /api/v1/tools/known";
  await ask(KNOWN);
  await ask(KNOWN, { query: { format: "json", provider: "resend" } });
  await ask(KNOWN, { query: { format: "json", provider: "resend", budget: "210" } });
  await ask(KNOWN, { as: "viewer", query: { gateway: "none" } });
  const known = await ask(KNOWN, { query: { provider: "mail" } });
  const etag = known.headers.get("etag") ?? "";
  await ask(KNOWN, { query: { provider: "mail" }, headers: { "if-none-match": etag } });
  await callContacts(world);
  const HEALTH = "GET /api/v1/tools/health";
  await ask(HEALTH, { query: { provider: "crm", limit: "1" } });
  await ask(HEALTH, { as: "viewer", query: { state: "degraded" } });
  await ask(HEALTH, { query: { state: "fine" } });
  const [READ, PUT] = ["GET /api/v1/cheatsheets/{provider}", "PUT /api/v1/cheatsheets/{provider}"];
  const markdown = "# Resend\n\nSegments are named `seg_…`.\n";
  const put = await ask(PUT, { of: "resend", body: { markdown } });
  await ask(PUT, { of: "resend", body: { markdown: "# Other" }, headers: { "if-match": '"gone"' } });
  await ask(PUT, { of: "resend", as: "narrow", body: { markdown: "# Other" } });
  await ask(PUT, { of: "resend", body: { markdown }, query: { gateway: "other" } });
  await ask(PUT, { of: "resend", as: "viewer", body: { markdown }, query: { gateway: gateway.name } });
  await ask(PUT, { of: "resend", as: "admin", body: { markdown }, query: { gateway: "none" } });
  await ask(READ, { of: "resend" });
  await ask(READ, { of: "resend", headers: { "if-none-match": put.headers.get("etag") ?? "" } });
  await ask(READ, { of: "nothing" });
}

export async function readPolicy({ ask, tenant }: World): Promise<void> {
  const POLICY = "GET /api/v1/policy";
  const query = { tenant: tenant.key };
  const read = await ask(POLICY, { query });
  await ask(POLICY, { query, headers: { "if-none-match": read.headers.get("etag") ?? "" } });
  await ask(POLICY, { query: { tenant: "somebody-else" } });
}

export async function readEvents({ ask, tenant, gateway }: World): Promise<void> {
  const EVENTS = "GET /api/v1/events";
  await sendTestPing(system, gateway.id, tenant.id);
  // An event is visible once all earlier transactions have ended, including those of other tests.
  const isHeld = () =>
    read(
      system,
      (tx) => tx.$queryRaw<unknown[]>`
        select 1 from outbox_events
        where gateway_id = ${gateway.id}::uuid and xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`,
    ).then((held) => held.length > 0);
  for (let looks = 1; (await isHeld()) && looks < 400; looks += 1) await pause(50);
  await ask(EVENTS, { query: { limit: "2" } });
  await ask(EVENTS, { query: { limit: "200" } });
  await ask(EVENTS, { query: { after: "nonsense" } });
}

export async function readService({ ask }: World): Promise<void> {
  await ask("GET /api/health", { as: "nobody" });
  await receiptKeys.runOnce(new AbortController().signal);
  await ask("GET /api/v1/receipt-keys", { as: "nobody" });
  await ingest(system, (tx) => tx.$executeRaw`insert into worker_heartbeats (id) values (${newId()}::uuid)`);
  await ask("GET /api/ready", { as: "nobody" });
  const serveAgain = startDraining();
  await ask("GET /api/ready", { as: "nobody" });
  serveAgain();
  await ask("GET /api/metrics", { as: "operator" });
  await ask("GET /api/metrics", { as: "nobody" });
  await ask("GET /api/openapi.json", { as: "nobody" });
}
