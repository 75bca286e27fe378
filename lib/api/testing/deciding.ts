import { runOnce } from "@/lib/approvals/worker";
import { ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aHeldCall, seen } from "./asking";
import type { World } from "./world";

// What people do with what waits, and what each refusal looks like.

const VERBS = ["approve", "reject", "request-changes"] as const;
const NONE = "01999999-0000-7000-8000-000000000000";
const reason = "Please send it to the test segment first.";

const place = (verb: string) => `POST /api/v1/approvals/{id}/${verb}`;

/** As if its time had come, without waiting for it. */
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
  await ask(place("revoke"), { as, of: edited.id, body: shown });
  await ask(place("revoke"), { as, of: edited.id, body: shown });
  await ask(place("revoke"), { as, of: NONE, body: shown });
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
