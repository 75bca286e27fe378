import type { Told, World } from "./world";

// Requests of a gateway before and after it runs a tool.

const AUTHORIZE = "POST /api/v1/authorize";
const CREATE = "POST /api/v1/approvals";
const READ = "GET /api/v1/approvals/{id}";
const CANCEL = "POST /api/v1/approvals/{id}/cancel";
const REPORT = "POST /api/v1/approvals/{id}/execution";

const SCHEMA = { type: "object", properties: { segmentId: { type: "string" }, subject: { type: "string" } } };

const broadcast = (world: World, over: object = {}) => ({
  tenant: world.tenant.key,
  provider: "resend",
  tool: "send-broadcast",
  arguments: { segmentId: "seg_all", subject: "Pricing changes on 1 December" },
  rationale: "Product owner asked to announce the new tiers before the cut-over.",
  summary: "Send the broadcast to 10,412 contacts",
  agent: "claude-code",
  mode: "reissue",
  ...over,
});

/** What a person saw before deciding. */
export const seen = ({ json }: Told, over: object = {}) => ({
  revision: 1,
  arguments_sha256: json.arguments_sha256,
  ...over,
});

/** A pending approval, as in its answer. */
export async function aHeldCall(world: World, over: object = {}): Promise<{ id: string; told: Told }> {
  const told = await world.ask(CREATE, { body: broadcast(world, over) });
  return { id: String(told.json.approval_id), told };
}

export async function registerTools({ ask }: World): Promise<void> {
  const tools = [
    { name: "send-broadcast", description: "Sends a mail to a segment.", inputSchema: SCHEMA, risk: "high" },
    {
      name: "list-segments",
      description: "Lists the segments of the account.",
      inputSchema: { type: "object" },
      risk: "low",
      requires_confirmation: false,
    },
  ];
  await ask("PUT /api/v1/tools", { body: { provider: "resend", tools } });
  await ask("PUT /api/v1/tools", { body: { provider: "resend", tools } });
  // A key of some tenants can only repeat the list. A rating that lowers the current one is a
  // proposal.
  await ask("PUT /api/v1/tools", { as: "narrow", body: { provider: "resend", tools } });
  await ask("PUT /api/v1/tools", { as: "narrow", body: { provider: "mail", tools } });
  const lower = tools.map((tool) => ({ ...tool, risk: "low" }));
  await ask("PUT /api/v1/tools", { body: { provider: "resend", tools: lower } });
  const many = { type: "object", enum: Array.from({ length: 25_000 }, () => 1) };
  const tooMany = { provider: "resend", tools: [{ name: "many", inputSchema: many }] };
  await ask("PUT /api/v1/tools", { body: tooMany });
}

export async function authorizeCalls(world: World): Promise<void> {
  const { ask } = world;
  const call = (over: object) => ({ body: broadcast(world, over) });
  await ask(AUTHORIZE, call({ id: "call_80", tool: "list-segments", arguments: {} }));
  await ask(AUTHORIZE, call({ id: "call_80", tool: "list-segments", arguments: {} }));
  await ask(AUTHORIZE, call({ id: "call_81" }));
  await ask(AUTHORIZE, call({ id: "call_81" }));
  await ask(AUTHORIZE, call({ id: "call_81", agent: "another" }));
  await ask(AUTHORIZE, call({ tool: "list-segments", rationale: undefined, arguments: { page: 1 } }));
  await ask(AUTHORIZE, call({ rationale: undefined, arguments: { n: 1 } }));
  await ask(AUTHORIZE, call({ tenant: "somebody-else" }));
  await ask(AUTHORIZE, { ...call({ arguments: { n: 2 } }), headers: { "idempotency-key": "ключ" } }).catch(
    () => undefined, // the header cannot be sent
  );
  await ask(AUTHORIZE, { ...call({ arguments: { n: 2 } }), headers: { "idempotency-key": "" } });
  await ask(AUTHORIZE, call({ arguments: { n: 3 }, wait_seconds: 1, confirm: true }));
}

/** The four causes of a denial, and a grant that is used once. */
export async function repeatDecidedCalls(world: World): Promise<void> {
  const { ask } = world;
  const decided = async (verb: string, args: object, over: object = {}, person: object = {}) => {
    const body = broadcast(world, { arguments: args, ...over });
    const told = await ask(AUTHORIZE, { body });
    const id = String(told.json.approval_id);
    if (verb === "cancel") await ask(CANCEL, { of: id, body: { reason: "Not needed" } });
    else
      await ask(`POST /api/v1/approvals/{id}/${verb}`, { as: "approver", of: id, body: seen(told, person) });
    return { body, id };
  };
  const no = await decided("reject", { n: 10 }, {}, { reason: "Wrong segment" });
  await ask(AUTHORIZE, { body: no.body });
  const other = await decided("request-changes", { n: 11 }, {}, { reason: "Fewer contacts" });
  await ask(AUTHORIZE, { body: other.body });
  const yes = await decided("approve", { n: 12 }, { id: "call_82" });
  await ask(AUTHORIZE, { body: { ...yes.body, redemption_key: "r_1" } });
  await ask(AUTHORIZE, { body: { ...yes.body, redemption_key: "r_1" } });
  await ask(AUTHORIZE, { body: { ...yes.body, redemption_key: "r_2" } });
  const edited = await decided(
    "approve",
    { n: 13, to: "all" },
    { id: "call_83" },
    {
      arguments: { n: 14, to: "all" },
    },
  );
  await ask(AUTHORIZE, { body: edited.body });
  await ask(READ, { of: edited.id });
  const gone = await decided("cancel", { n: 15 }, { id: "call_84" });
  await ask(AUTHORIZE, { body: gone.body });
}

export async function holdCalls(world: World): Promise<void> {
  const { ask } = world;
  const facts = { what: "Email broadcast", to_whom: "Segment All", how_many: 10412, undo: "impossible" };
  const whole = {
    id: "call_90",
    gateway: world.gateway.name,
    arguments: { n: 20, big: 1e21 },
    risk: "dangerous",
    impact: "Sends real customer emails",
    facts,
    preview: { format: "text", content: "…" },
    ttl_seconds: 3_600,
    agent_version: "2.4",
    on_behalf_of: "maya@acme.example",
    session_id: "ses_9",
    call_id: "toolu_1",
    correlation: { run: 12 },
    precondition: "etag:77",
    occurred_at: "2026-11-21T10:00:00Z",
  };
  const { id } = await aHeldCall(world, whole);
  await aHeldCall(world, whole);
  await aHeldCall(world, { ...whole, arguments: { n: 21 } });
  await aHeldCall(world, { id: "call_91", rationale: "short" });
  await aHeldCall(world, { tenant: "somebody-else" });
  await aHeldCall(world, { gateway: "other", callback_url: "https://elsewhere.example/" });
  const read = await ask(READ, { of: id });
  await ask(READ, { of: id, headers: { "if-none-match": read.headers.get("etag") ?? "" } });
  await ask(READ, { of: id, as: "viewer", query: { wait: "1" } });
  await ask(READ, { of: "01999999-0000-7000-8000-000000000000" });
  await ask(READ, { of: id, query: { wait: "99" } });
  await ask("GET /api/v1/approvals", { query: { limit: "2" } });
  await ask("GET /api/v1/approvals", { as: "viewer", query: { status: "pending", tool: "send-broadcast" } });
  await ask("GET /api/v1/approvals", { query: { cursor: "nonsense" } });
  await ask(CANCEL, { of: id, body: { reason: "Not needed any more" } });
  await ask(CANCEL, { of: id, body: {} });
  await ask(CANCEL, { of: "none", body: {} });
}

export async function reportExecutions(world: World): Promise<void> {
  const { ask } = world;
  const run = async (n: number) => {
    const call = { id: `run_${n}`, mode: "callback", arguments: { run: n } };
    const { id, told } = await aHeldCall(world, call);
    const yes = await ask("POST /api/v1/approvals/{id}/approve", {
      as: "approver",
      of: id,
      body: seen(told),
    });
    const report = (body: object, headers = {}) =>
      ask(REPORT, { of: id, headers, body: { execution_id: yes.json.execution_id, ...body } });
    return { id, report, repeat: () => aHeldCall(world, call) };
  };
  const one = await run(1);
  await one.report({ state: "executing" }, { "idempotency-key": "lease-1" });
  await one.report({ state: "executing" }, { "idempotency-key": "lease-1" });
  await one.report({ state: "succeeded" }, { "idempotency-key": "lease-1" });
  await one.report({ state: "executing" });
  await one.report({ state: "succeeded", result: { sent: 10412 }, duration_ms: 812 });
  await one.report({ state: "succeeded", result: { sent: 10412 }, duration_ms: 812 });
  await ask(READ, { of: one.id });
  await one.repeat();
  const two = await run(2);
  await two.report({ state: "failed", error: { code: "E_SEND", message: "The provider refused." } });
  const long = await run(3);
  await long.report({ state: "succeeded", result: "x".repeat(70_000) });
  await ask(REPORT, { of: "none", body: { execution_id: one.id, state: "failed" } });
}
