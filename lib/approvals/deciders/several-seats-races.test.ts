import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { moveMembers, putGroup } from "@/lib/auth/groups/commands";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aProcess, itsFirstMessage } from "@/lib/delivery/testing/processes";
import { until } from "@/lib/delivery/testing/scene";
import { anAdministrator, inForce, require, seated } from "@/lib/policies/testing/installation";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { randomOf } from "@/lib/testing/random";
import { timeForTrials, trials } from "@/lib/testing/trials";
import { aCallUnder, approve, comeDue, deliveries, load, trailOf } from "../testing/waiting";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let ops: UserScope[];
let finance: UserScope[];
let both: UserScope[];

const some = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => aPerson([tenant], "approver", `${name} ${at}`)));

const emails = (...all: UserScope[]) => all.map(({ actor }) => actor.email);

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
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  [ops, finance, both] = [await some(3, "Ops"), await some(3, "Finance"), await some(2, "Both")];
  const group = (name: string, members: UserScope[]) =>
    putGroup(system, { name, description: "", members: emails(...members), rota: null });
  await group("ops", [...ops, ...both]);
  await group("finance", [...finance, ...both]);
});

const SEATS = seated({ approvals: 2, groups: ["ops"] }, { groups: ["finance"] });

const codeOf = (one: PromiseSettledResult<unknown>) =>
  one.status === "fulfilled" ? "recorded" : (one.reason as { code?: string }).code;

/** Who agreed to the arguments that run. */
const agreedTo = (id: string) =>
  read(system, async (tx) => {
    const { revision } = await tx.approval.findFirstOrThrow({ where: { id } });
    const votes = await tx.vote.findMany({ where: { approvalId: id, revision, verdict: "approve" } });
    return votes.map(({ userId }) => userId);
  });

/** Whether two of ops and another of finance agreed, tried one by one; `either`: in whichever group. */
function areEnough(agreed: readonly string[], either: readonly UserScope[] = []): boolean {
  const isOf = (members: readonly UserScope[]) => (id: string) =>
    [...members, ...both, ...either].some(({ actor }) => actor.id === id);
  return agreed
    .filter(isOf(finance))
    .some((payer) => agreed.filter((id) => id !== payer && isOf(ops)(id)).length >= 2);
}

const ALLOWED = ["recorded", "ALREADY_DECIDED", "STALE_VIEW", "CONFLICT"];

test("eight people at once with edits between: what runs was agreed to by two of ops and one of finance", {
  timeout: timeForTrials(60_000),
}, async () => {
  const random = randomOf(7);
  for (let round = 0; round < trials(6, 120); round += 1) {
    const id = await aCallUnder({ admin, tenant, gateway }, SEATS, { argumentsText: `{"round":${round}}` });
    const people = [...ops, ...finance, ...both].toSorted(() => random() - 0.5);
    const results = await Promise.allSettled(
      people.map((one, at) =>
        approve(one, id, random() < 0.2 ? `{"path":"/tmp/${round}-${at}","content":"x"}` : undefined),
      ),
    );
    for (const code of results.map(codeOf)) expect(ALLOWED).toContain(code);
    // They read the call again and approve its current revision.
    for (const one of people) await approve(one, id).catch(() => null);
    expect(await load(id)).toMatchObject({ decision: "approved", approvalsRequired: 3 });
    const agreed = await agreedTo(id);
    expect(areEnough(agreed)).toBe(true);
    expect(agreed).toHaveLength(3);
    expect(await deliveries(id)).toBe(1);
  }
});

test("groups and policies that change between change who counts, and never how many of whom", {
  timeout: timeForTrials(60_000),
}, async () => {
  for (let round = 0; round < trials(6, 120); round += 1) {
    const id = await aCallUnder({ admin, tenant, gateway }, SEATS, { argumentsText: `{"moved":${round}}` });
    const [first, second] = [ops[0], finance[0]];
    if (!first || !second) throw new Error("nobody there");
    const swap = async (from: string, to: string, who: UserScope) => {
      await moveMembers(system, { name: to, add: emails(who), remove: [] });
      await moveMembers(system, { name: from, add: [], remove: emails(who) });
    };
    const people = [...ops, ...finance, ...both];
    const other = require({ tenants: [tenant.key] }, seated(
      { groups: ["ops"] },
      { roles: ["admin"] },
    ), "other");
    const results = await Promise.allSettled([
      ...people.map((one) => approve(one, id)),
      swap("ops", "finance", first),
      inForce(admin, [other]),
      swap("finance", "ops", second),
    ]);
    for (const code of results.map(codeOf)) expect([...ALLOWED, "FORBIDDEN"]).toContain(code);
    for (const one of people) await approve(one, id).catch(() => null);
    expect(await load(id)).toMatchObject({ decision: "approved" });
    expect(areEnough(await agreedTo(id), [first, second])).toBe(true);
    expect(await deliveries(id)).toBe(1);
    await swap("finance", "ops", first);
    await swap("ops", "finance", second);
  }
});

test("another process releases only held calls whose seats are filled", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const demands = { ...SEATS, holdSeconds: 30 };
    const id = await aCallUnder({ admin, tenant, gateway }, demands, { argumentsText: `{"held":${at}}` });
    // One of the two in both groups fills the seat of finance.
    const three = at % 2 === 0 ? [ops[0], ops[1], finance[0]] : [both[0], both[1], ops[0]];
    for (const one of three) if (one) await approve(one, id);
    expect((await load(id)).releaseAt).not.toBeNull();
    ids.push(id);
  }
  await moveMembers(system, { name: "finance", add: [], remove: emails(...both) });
  const worker = aProcess("lib/approvals/testing/worker-process.ts");
  await itsFirstMessage(worker);
  await Promise.all(ids.map(comeDue));
  await until("the other process has looked at all of them", async () =>
    (await Promise.all(ids.map(load))).every(({ releaseAt }) => releaseAt === null),
  );
  worker.child.kill("SIGKILL");
  await worker.ended;
  const ends = await Promise.all(ids.map(async (id) => (await load(id)).decision));
  expect(ends).toEqual(ids.map((_, at) => (at % 2 === 0 ? "approved" : "pending")));
  for (const id of ids.filter((_, at) => at % 2 === 1))
    expect((await trailOf(id)).at(-1)).toBe("approval.release_stopped by release");
});
