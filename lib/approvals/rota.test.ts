import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createGroup, moveMembers, putGroup } from "@/lib/auth/groups/commands";
import { getGroup } from "@/lib/auth/groups/queries";
import { setRota } from "@/lib/auth/groups/rota";
import { setRotaInput } from "@/lib/auth/groups/schema";
import type { Rota } from "@/lib/auth/groups/types";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, inForce, require } from "@/lib/policies/testing/installation";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { decideApproval } from "./commands";
import { getApprovalView } from "./detail/queries";
import { ask as authorize } from "./gate/ask";
import { listWaiting } from "./queue/waiting";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let tom: UserScope;
let name: string;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  tom = await aPerson([tenant], "approver", "Tom");
  name = unique("ops");
  await createGroup(system, { name, description: "", members: [maya.actor.email, tom.actor.email] });
});

/** Shift hours around now, moved by this many hours. */
function hours(moved: number) {
  const clock = (by: number) => new Date(Date.now() + (moved + by) * HOUR_MS).toISOString().slice(11, 16);
  return { weekdays: [], from: clock(-1), to: clock(1) };
}

const onDuty = (scope: UserScope, moved = 0) => ({ person: scope.actor.email, ...hours(moved) });

const rota = (...shifts: ReturnType<typeof onDuty>[]): Rota => ({ zone: "UTC", shifts });

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

async function held(approvals: number) {
  const deciders = { roles: [], people: [], groups: [name] };
  await inForce(admin, [require({ tenants: [tenant.key] }, { approvals, deciders }, "Nights")]);
  const call = aCall(tenant, { argumentsText: `{"n":"${unique("n")}"}` });
  const { answer } = await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" });
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${answer.kind}`);
  return answer.approval.id;
}

async function approve(scope: UserScope, id: string) {
  const { revision, argumentsSha256 } = await load(id);
  return decideApproval(scope, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
}

test("of zones that rotas take, the database and this process tell the same time in winter and in summer", async () => {
  const moments = ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"].map((text) => new Date(text));
  // Postgres reads a zone name that is also an abbreviation as a fixed offset all year.
  const rows = await read(
    system,
    (tx) => tx.$queryRaw<{ name: string; clocks: string[] }[]>`
      select n.name, array(select to_char(m at time zone n.name, 'HH24:MI') from unnest(${moments}::timestamptz[]) m order by m) as clocks
      from pg_timezone_names n join pg_timezone_abbrevs b on upper(b.abbrev) = upper(n.name)`,
  );
  const taken = rows.filter(
    ({ name: zone }) => setRotaInput.safeParse({ name, rota: { zone, shifts: [] }, was: null }).success,
  );
  const here = (timeZone: string) =>
    moments.map((at) => at.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }));
  expect(taken.map(({ name: zone }) => zone)).toContain("UTC");
  expect(taken.filter(({ name: zone, clocks }) => here(zone).join() !== clocks.join())).toEqual([]);
  for (const zone of ["CET", "EET", "MET", "WET", "cet"])
    expect(
      setRotaInput.safeParse({ name, rota: { zone, shifts: [] }, was: null }).error?.issues[0],
    ).toMatchObject({
      path: ["rota", "zone"],
      message: expect.stringContaining("for example Europe/Berlin"),
    });
});

test("who is on duty decides; the others of the group are told that they are not, and are not asked", async () => {
  const id = await held(1);
  await setRota(system, { name, rota: rota(onDuty(maya), onDuty(tom, 6)) });
  const told = `The policy “Nights” leaves this call to the group ${name}. You are not on duty now.`;
  await expect(approve(tom, id)).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: `${told} Nothing was recorded.`,
  });
  expect(await getApprovalView(tom, id)).toMatchObject({
    ineligible: told,
    missing: { needed: 1, undecided: 2, onDuty: 1 },
  });
  expect((await listWaiting(tom)).views).toMatchObject({ mine: 0, all: 1 });
  expect((await listWaiting(maya)).views).toMatchObject({ mine: 1, all: 1 });
  expect((await getGroup(system, name)).members).toMatchObject([
    { name: "Maya", isOnDuty: true },
    { name: "Tom", isOnDuty: false },
  ]);
  expect(await approve(maya, id)).toMatchObject({ decision: "approved" });
});

test("where nobody is on duty the call waits for who will be; without a rota everybody decides", async () => {
  const id = await held(1);
  await setRota(system, { name, rota: rota(onDuty(tom, 6)) });
  expect(await getApprovalView(maya, id)).toMatchObject({ missing: { needed: 1, undecided: 2, onDuty: 0 } });
  await expect(approve(maya, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await setRota(system, { name, rota: null });
  expect(await approve(maya, id)).toMatchObject({ decision: "approved" });
});

test("a yes that was given on duty counts after the shift, and not after leaving the group", async () => {
  const [stays, leaves] = [await held(2), await held(2)];
  await setRota(system, { name, rota: rota(onDuty(maya), onDuty(tom)) });
  for (const id of [stays, leaves]) {
    await approve(maya, id);
    await ingest(system, async (tx) => {
      await tx.$executeRaw`update votes set created_at = created_at - interval '5 hours' where approval_id = ${id}::uuid`;
    });
  }
  await setRota(system, { name, rota: rota(onDuty(maya, -5), onDuty(tom)) });
  expect(await getApprovalView(tom, stays)).toMatchObject({ approvalsGiven: 1, missing: { needed: 1 } });
  expect(await approve(tom, stays)).toMatchObject({ decision: "approved", approvals: 2 });
  await moveMembers(system, { name, add: [], remove: [maya.actor.email] });
  expect(await approve(tom, leaves)).toMatchObject({ decision: "pending", approvals: 1 });
});

test("who leaves the group is on its rota no more, nor when they come back", async () => {
  await setRota(system, { name, rota: rota(onDuty(maya), onDuty(tom)) });
  await moveMembers(system, { name, add: [], remove: [tom.actor.email] });
  await moveMembers(system, { name, add: [tom.actor.email], remove: [] });
  const { rota: now, members } = await getGroup(system, name);
  expect(now).toEqual(rota(onDuty(maya)));
  expect(members.map(({ isOnDuty }) => isOnDuty)).toEqual([true, false]);
});

test("a rota is put with its group, and stays where it is left out", async () => {
  const members = [maya.actor.email];
  await putGroup(system, { name, members, rota: rota(onDuty(maya)) });
  await putGroup(system, { name, members });
  expect((await getGroup(system, name)).rota).toEqual(rota(onDuty(maya)));
  const other = unique("new");
  expect(await putGroup(system, { name: other, members, rota: rota(onDuty(maya)) })).toMatchObject({
    created: true,
  });
  expect((await getGroup(system, other)).rota).toEqual(rota(onDuty(maya)));
});

test("strangers, unknown zones and what was read before another change are refused, and nothing is changed", async () => {
  const stranger = await aPerson([tenant]);
  const before = rota(onDuty(maya));
  await setRota(system, { name, rota: before });
  for (const [asked, errors] of [
    [rota(onDuty(maya), onDuty(stranger)), [{ pointer: "/rota/shifts/1/person", code: "unknown" }]],
    [{ zone: "Mars/Olympus", shifts: [] }, [{ pointer: "/rota/zone", code: "unknown" }]],
  ] as const)
    await expect(setRota(system, { name, rota: asked })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { errors },
    });
  await expect(setRota(system, { name, rota: null, was: rota() })).rejects.toMatchObject({
    code: "STALE_VIEW",
  });
  expect((await getGroup(system, name)).rota).toEqual(before);
});

test("a decision and the end of a shift at once: either it is recorded, or who decided is told", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const id = await held(1);
    await setRota(system, { name, rota: rota(onDuty(maya)) });
    const [decided, ended] = await Promise.allSettled([
      approve(maya, id),
      setRota(system, { name, rota: rota(onDuty(maya, 6)) }),
    ]);
    expect(ended.status).toBe("fulfilled");
    const { decision } = await load(id);
    expect(decision).toBe(decided.status === "fulfilled" ? "approved" : "pending");
    if (decided.status === "rejected") expect(decided.reason).toMatchObject({ code: "FORBIDDEN" });
  }
});
