import { breakGlass } from "@/lib/approvals/break-glass/commands";
import { QUESTIONS_MAX } from "@/lib/approvals/notes/types";
import { runOnce } from "@/lib/approvals/worker";
import { ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { ANY_DECIDER } from "@/lib/policies/types";
import { LOOKED } from "@/lib/testing/factories";
import { aHeldCall, seen } from "./authorizations";
import type { World } from "./world";

// Decisions of people on waiting calls, and each error.

const VERBS = ["approve", "reject", "request-changes"] as const;
const NONE = "01999999-0000-7000-8000-000000000000";
const reason = "Please send it to the test segment first.";

const EVIDENCE = "GET /api/v1/approvals/{id}/evidence";

const place = (verb: string) => `POST /api/v1/approvals/{id}/${verb}`;

async function endTime(id: string): Promise<void> {
  await ingest(
    systemScope("tests"),
    (tx) => tx.$executeRaw`
      update approvals set created_at = clock_timestamp() - interval '2 hours',
        decide_by = clock_timestamp() - interval '1 minute' where id = ${id}::uuid`,
  );
}

export async function decide(world: World): Promise<void> {
  const { ask } = world;
  for (const [index, verb] of VERBS.entries()) {
    const sent = (told: Parameters<typeof seen>[0], over: object = {}) =>
      seen(told, { ...(verb === "approve" ? {} : { reason }), ...over });
    const { id, told } = await aHeldCall(world, { arguments: { verb, index } });
    const as = "approver";
    await ask(place(verb), { as, of: id, body: sent(told, { revision: 2 }) });
    await ask(place(verb), { as: "viewer", of: id, body: sent(told) });
    await ask(place(verb), { as, of: NONE, body: sent(told) });
    await ask(place(verb), { as, of: id, body: sent(told) });
    await ask(place(verb), { as, of: id, body: sent(told) });
    const late = await aHeldCall(world, { arguments: { verb, late: true } });
    await endTime(late.id);
    await ask(place(verb), { as, of: late.id, body: sent(late.told) });
  }
  await runOnce();
}

export async function decideOtherwise(world: World): Promise<void> {
  const { ask } = world;
  const as = "approver";
  const own = await aHeldCall(world, { arguments: { own: 1 }, on_behalf_of: world.approver.actor.email });
  await ask(place("approve"), { as, of: own.id, body: seen(own.told) });
  const edited = await aHeldCall(world, { arguments: { subject: "Prices" } });
  await ask(place("approve"), { as, of: edited.id, body: seen(edited.told, { arguments: { subject: 5 } }) });
  const change = seen(edited.told, { reason, arguments: { subject: "New prices" } });
  const yes = await ask(place("approve"), { as, of: edited.id, body: change });
  const shown = seen(yes, { revision: yes.json.revision, reason });
  await ask(place("revoke"), { as, of: edited.id, body: { ...shown, revision: 1 } });
  await ask(place("revoke"), { as: "viewer", of: edited.id, body: shown });
  await ask(EVIDENCE, { as, of: edited.id });
  await ask(EVIDENCE, { as, of: NONE });
  await ask(place("revoke"), { as, of: edited.id, body: shown });
  await ask(place("revoke"), { as, of: edited.id, body: shown });
  await ask(place("revoke"), { as, of: NONE, body: shown });
  await takeBack(world);
  await findOut(world);
  const open = await aHeldCall(world, { arguments: { extend: 1 } });
  await ask(place("extend"), { as, of: open.id, body: { seconds: 7_200 } });
  await ask(place("extend"), { as: "viewer", of: open.id, body: { seconds: 7_200 } });
  await ask(place("extend"), { as, of: NONE, body: { seconds: 7_200 } });
  await ask(place("extend"), { as, of: edited.id, body: { seconds: 7_200 } });
  const late = await aHeldCall(world, { arguments: { extend: 2 } });
  await endTime(late.id);
  await ask(place("extend"), { as, of: late.id, body: { seconds: 7_200 } });
  await ask("POST /api/v1/approvals/{id}/cancel", { of: late.id, body: {} });
  await ask("POST /api/v1/approvals/{id}/cancel", { as: "viewer", of: open.id, body: {} });
}

/** Questions to the agent of a call, refused and asked, and its replies. */
export async function askAgents(world: World): Promise<void> {
  const { ask } = world;
  const as = "approver";
  const [QUESTIONS, REPLIES] = [place("questions"), place("replies")];
  const { id, told } = await aHeldCall(world, { arguments: { question: 1 } });
  const question = { text: "Which segment is it, and who asked for the broadcast?" };
  const answer = { id: "reply_1", text: "All customers. Maya asked for it in the launch channel." };
  await ask(QUESTIONS, { as: "viewer", of: id, body: question });
  await ask(QUESTIONS, { as, of: NONE, body: question });
  await ask(REPLIES, { of: id, body: answer });
  await ask(QUESTIONS, { as, of: id, body: question });
  await ask("GET /api/v1/approvals/{id}", { of: id });
  await ask(REPLIES, { of: NONE, body: answer });
  await ask(REPLIES, { of: id, body: answer });
  await ask(REPLIES, { of: id, body: answer });
  await ask(REPLIES, { of: id, body: { ...answer, text: "Something else." } });
  for (let n = 1; n < QUESTIONS_MAX; n += 1)
    await ask(QUESTIONS, { as, of: id, body: { text: `And ${n}?` } });
  await ask(QUESTIONS, { as, of: id, body: { text: "One more?" } });
  const late = await aHeldCall(world, { arguments: { question: 2 } });
  await ask(QUESTIONS, { as, of: late.id, body: question });
  await endTime(late.id);
  await ask(QUESTIONS, { as, of: late.id, body: { text: "Still there?" } });
  await ask(REPLIES, { of: late.id, body: { text: "Yes." } });
  await ask(place("reject"), { as, of: id, body: seen(told, { reason }) });
  await ask(QUESTIONS, { as, of: id, body: { text: "After all?" } });
  await ask(REPLIES, { of: id, body: { text: "Too late." } });
}

/** What became of a call whose gateway lost it, refused and done. */
async function findOut(world: World): Promise<void> {
  const { ask } = world;
  const as = "approver";
  const { id, told } = await aHeldCall(world, { arguments: { outcome: 1 } });
  const found = { ran: true, note: "The broadcast is in the outbox." };
  await ask(place("outcome"), { as, of: id, body: found });
  const yes = await ask(place("approve"), { as, of: id, body: seen(told) });
  const lost = { execution_id: yes.json.execution_id, state: "unknown" };
  await ask("POST /api/v1/approvals/{id}/execution", { of: id, body: lost });
  await ask(place("outcome"), { as: "viewer", of: id, body: found });
  await ask(place("outcome"), { as, of: NONE, body: found });
  await ask(place("outcome"), { as, of: id, body: { ran: true } });
  await ask(place("outcome"), { as, of: id, body: found });
  await ask(place("outcome"), { as, of: id, body: found });
}

async function takeBack(world: World): Promise<void> {
  const { ask } = world;
  const as = "approver";
  const { id, told } = await aHeldCall(world, { arguments: { undo: 1 } });
  await holdOnceApproved(id);
  await ask(place("undo"), { as, of: id, body: seen(told) });
  await ask(place("approve"), { as, of: id, body: seen(told) });
  await ask("GET /api/v1/approvals/{id}", { of: id });
  await ask(place("undo"), { as, of: id, body: seen(told, { revision: 2 }) });
  await ask(place("undo"), { as: "viewer", of: id, body: seen(told) });
  await ask(place("undo"), { as, of: NONE, body: seen(told) });
  await ask(place("undo"), { as, of: id, body: seen(told) });
  await ask("POST /api/v1/approvals/{id}/cancel", { of: id, body: {} });
  await ask(place("undo"), { as, of: id, body: seen(told) });
}

/** As if its policy held it for a while before release. */
async function holdOnceApproved(id: string): Promise<void> {
  const policy = JSON.stringify({
    name: "Bulk e-mail",
    version: 1,
    action: "require",
    require: { ...ANY_DECIDER, holdSeconds: 30 },
  });
  await ingest(
    systemScope("tests"),
    (tx) => tx.$executeRaw`update approvals set policy = ${policy}::jsonb where id = ${id}::uuid`,
  );
}

/**
 * A call that one person approved alone, and its review: refused for people who may not close it,
 * done by one who may.
 */
export async function reviewBreakGlass(world: World): Promise<void> {
  const { ask, approver, tenant } = world;
  const [LIST, CLOSE] = ["GET /api/v1/reviews", "POST /api/v1/reviews/{id}/close"];
  const lets = (mode: string) =>
    ingest(
      systemScope("tests"),
      (tx) =>
        tx.$executeRaw`update tenant_settings set break_glass = ${mode} where tenant_id = ${tenant.id}::uuid`,
    );
  const { id, told } = await aHeldCall(world, {
    arguments: { glass: 1 },
    on_behalf_of: approver.actor.email,
  });
  const argumentsSha256 = String(told.json.arguments_sha256);
  await lets("approvers");
  const typed = { ...LOOKED, typed: "send-broadcast", opened: ["*"] };
  await breakGlass(approver, {
    id,
    revision: 1,
    argumentsSha256,
    reason: "The mail queue is about to burst.",
    seen: typed,
  });
  await lets("nobody");
  const { json } = await ask(LIST, { as: "approver", query: { state: "open" } });
  const of = String((json.data as { id: string }[])[0]?.id);
  const body = { verdict: "fine", note: "The queue was full, and nobody else was awake." };
  await ask(CLOSE, { as: "approver", of, body });
  await ask(CLOSE, { as: "viewer", of, body });
  await ask(CLOSE, { as: "admin", of: NONE, body });
  await ask(CLOSE, { as: "admin", of, body });
  await ask(CLOSE, { as: "admin", of, body });
  await ask("GET /api/v1/approvals/{id}", { as: "approver", of: id });
}

/** A rule created with an approval, the call it allows, and its end. */
export async function rememberCalls(world: World): Promise<void> {
  const { ask } = world;
  const [APPROVE, AUTHORIZE] = ["POST /api/v1/approvals/{id}/approve", "POST /api/v1/authorize"];
  const call = (segment: string) => ({
    ...{ tenant: world.tenant.key, provider: "resend", tool: "send-digest", risk: "high", agent: "digest" },
    arguments: { segment, recipients: 40 },
    rationale: "The weekly digest is due this morning.",
    mode: "reissue",
  });
  const { json } = await ask(AUTHORIZE, { as: "gateway", body: call("testers") });
  const [of, digest] = [String(json.approval_id), String(json.arguments_sha256)];
  const body = {
    ...{ revision: 1, arguments_sha256: digest },
    remember: {
      ...{ expires_in_seconds: 86_400, uses: 5 },
      arguments: [{ path: "/recipients", is: "bounded", at_most: 50 }],
    },
  };
  const several = { ...body, remember: { arguments: [{ path: "/bcc", is: "free" }] } };
  await ask(APPROVE, { as: "approver", of, body: several });
  await ask(APPROVE, { as: "approver", of, body });
  const smaller = { ...call("testers"), arguments: { segment: "testers", recipients: 30 } };
  await ask(AUTHORIZE, { as: "gateway", body: smaller });
  const LIST = "GET /api/v1/remembered";
  const listed = await ask(LIST, { as: "approver", query: { state: "active" } });
  await ask(LIST, { as: "approver", query: { state: "over" } });
  const rule = String((listed.json.data as { id: string }[])[0]?.id);
  const REVOKE = "DELETE /api/v1/remembered/{id}";
  await ask(REVOKE, { as: "viewer", of: rule });
  await ask(REVOKE, { as: "approver", of: NONE });
  await ask(REVOKE, { as: "approver", of: rule });
  await ask(REVOKE, { as: "approver", of: rule });
}

export async function decideByOldPaths(world: World): Promise<void> {
  const { ask } = world;
  const as = "approver";
  for (const verb of ["approve", "reject"]) {
    const sent = (told: Parameters<typeof seen>[0], over: object = {}) =>
      seen(told, { ...(verb === "approve" ? {} : { reason }), ...over });
    const old = `POST /admin/approvals/{id}/${verb}`;
    const { id, told } = await aHeldCall(world, { arguments: { old: verb } });
    await ask(old, { as, of: id, body: sent(told, { revision: 2 }) });
    await ask(old, { as: "nobody", of: id, body: sent(told), headers: { "sec-fetch-site": "cross-site" } });
    await ask(old, { as, of: NONE, body: sent(told) });
    await ask(old, { as, of: id, body: sent(told) });
    await ask(old, { as, of: id, body: sent(told) });
    const late = await aHeldCall(world, { arguments: { old: verb, late: true } });
    await endTime(late.id);
    await ask(old, { as, of: late.id, body: sent(late.told) });
  }
}
