import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { listIntents } from "../browser/queries";
import type { ListedIntent } from "../browser/types";
import { groupAnew, judgeRationale, linkTemplates } from "../commands";
import { runOnce } from "../runs/worker";
import { errands, say, tellAll, WORDS } from "../testing/rationales";
import { renameIntent } from "./commands";
import { mergeIntents } from "./merge";
import { moveRationales, splitIntent } from "./part";
import { renameIntentInput, reviewIntentInput } from "./schema";
import { undoIntentAct } from "./undo";

// Acts of a person who may act in two tenants, whose agents say the same.

afterAll(closeDatabase);

const system = systemScope("tests");

let here: TestTenant;
let there: TestTenant;
let both: UserScope;

async function grouped(): Promise<TestTenant> {
  const tenant = await aTenant();
  await say(await aGateway([tenant]), tenant, errands(120));
  await tellAll(tenant);
  await groupAnew(await aPerson([tenant], "admin"), { tenantId: tenant.id });
  await runOnce(WORDS, undefined, tenant.id);
  return tenant;
}

beforeAll(async () => {
  here = await grouped();
  there = await grouped();
  both = await aPerson([here, there], "triager");
});

async function of(tenant: TestTenant, tool: string): Promise<ListedIntent> {
  const { rows } = await listIntents(both, { tool }, { limit: 5, tenantId: tenant.id });
  if (!rows[0]) throw new Error(`there is no intent of ${tool}`);
  return rows[0];
}

const at = ({ tenantId, id, revision }: ListedIntent) => ({ tenantId, id, revision });

const stored = () =>
  read(system, async (tx) => {
    const which = { tenantId: { in: [here.id, there.id] } };
    const [intents, templates] = [
      await tx.intent.findMany({ where: which, orderBy: { id: "asc" }, omit: { middle: true } }),
      await tx.rationaleTemplate.findMany({ where: which, orderBy: [{ tenantId: "asc" }, { id: "asc" }] }),
    ];
    return { intents, templates };
  });

test("nothing of one tenant is merged, moved, split, renamed or undone as another's", async () => {
  const [own, other] = [await of(here, "create_refund"), await of(there, "kubectl_logs")];
  const { templates } = await stored();
  const [foreign] = templates.filter(({ intentId }) => intentId === other.id).map(({ id }) => id);
  const act = await renameIntent(both, { ...at(other), name: "Crashes" });
  const before = await stored();
  const missing = { code: "NOT_FOUND" };
  const ids = [foreign ?? ""];
  await expect(
    mergeIntents(both, { ...at(own), others: [{ id: other.id, revision: act.revision }] }),
  ).rejects.toMatchObject(missing);
  await expect(moveRationales(both, { ...at(own), templateIds: ids, toId: other.id })).rejects.toMatchObject(
    missing,
  );
  await expect(splitIntent(both, { ...at(own), templateIds: ids })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await expect(renameIntent(both, { ...at(other), tenantId: here.id, name: "Mine" })).rejects.toMatchObject(
    missing,
  );
  await expect(undoIntentAct(both, { tenantId: here.id, actId: act.actId })).rejects.toMatchObject(missing);
  await expect(splitIntent(both, { ...at(own), tenantId: newId(), templateIds: ids })).rejects.toMatchObject(
    missing,
  );
  expect(await stored()).toEqual(before);
});

test("what people say of words counts in their tenant only", async () => {
  const own = (await stored()).templates.filter(({ tenantId }) => tenantId === here.id);
  const [one, two] = own.filter(({ tool }) => tool === "send_email");
  await judgeRationale(both, { tenantId: here.id, templateId: one?.id ?? "", meaningful: false });
  await linkTemplates(both, {
    tenantId: here.id,
    templateId: two?.id ?? "",
    otherId: own.find(({ tool }) => tool === "list_issues")?.id ?? "",
    kind: "together",
  });
  const after = await stored();
  const twin = after.templates.find(({ tenantId, id }) => tenantId === there.id && id === one?.id);
  expect(twin).toMatchObject({ verdict: "meaningful", judgedBy: null });
  expect(after.templates.find(({ tenantId, id }) => tenantId === here.id && id === one?.id)).toMatchObject({
    verdict: "boilerplate",
    intentId: null,
  });
  expect(await read(system, (tx) => tx.intentLink.count({ where: { tenantId: there.id } }))).toBe(0);
  expect(await read(system, (tx) => tx.rationaleBank.count({ where: { tenantId: there.id } }))).toBe(0);
});

test("of two merges, splits or undos at once one counts, and the other changes nothing", async () => {
  const [a, b, c] = [
    await of(there, "create_refund"),
    await of(there, "list_issues"),
    await of(there, "send_email"),
  ];
  const someone = await aPerson([there], "admin");
  const merges = await Promise.allSettled([
    mergeIntents(both, { ...at(a), others: [{ id: b.id, revision: b.revision }] }),
    mergeIntents(someone, { ...at(b), others: [{ id: a.id, revision: a.revision }] }),
  ]);
  const [won] = merges.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(merges.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(merges.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: expect.stringMatching(/NOT_FOUND|STALE_VIEW/) },
  });
  const undos = await Promise.allSettled(
    [both, someone, both].map((who) => undoIntentAct(who, { tenantId: there.id, actId: won?.actId ?? "" })),
  );
  expect(undos.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(undos.filter(({ status }) => status === "rejected")).toMatchObject(
    [1, 2].map(() => ({ reason: { code: "CONFLICT" } })),
  );
  const ids = (await stored()).templates.filter(({ intentId }) => intentId === c.id).map(({ id }) => id);
  const splits = await Promise.allSettled([
    splitIntent(both, { ...at(c), templateIds: ids.slice(0, 1) }),
    splitIntent(someone, { ...at(c), templateIds: ids.slice(1, 2) }),
  ]);
  expect(splits.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const every = (await stored()).templates.filter(({ tenantId }) => tenantId === there.id);
  expect(every.every(({ intentId }) => intentId !== null)).toBe(true);
});

test.each([
  ["x".repeat(1_000_000), "A name has at most 120 characters."],
  ["Refunds\nfor all", "A name is one line of text"],
  ["Refunds\u0000", "A name is one line of text"],
  ["Refunds\u2028for all", "A name is one line of text"],
  ["Refunds \u202eevil", "A name is one line of text"],
  ["\u200b\u200d", "A name is one line of text"],
  ["Refunds \ud800", "A name is one line of text"],
])("no name of an intent is too long, or hides something: %#", (name, message) => {
  const target = { tenantId: newId(), id: newId(), revision: 1 };
  const { success, error } = renameIntentInput.safeParse({ ...target, name });
  expect([success, error?.issues[0]?.message]).toEqual([false, expect.stringContaining(message)]);
  expect(
    renameIntentInput.safeParse({ ...target, name: "Remboursements “doublés” \u00e0 70 % 退款" }).success,
  ).toBe(true);
  expect(renameIntentInput.safeParse({ ...target, revision: 2 ** 31, name: "Refunds" }).success).toBe(false);
  const note = { ...target, review: "actioned", note: "Told the team \ud800." };
  expect(reviewIntentInput.safeParse(note).success).toBe(false);
});
