import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { VERSIONS_KEPT } from "@/lib/core/versions";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { savePolicies } from "./commands";
import { findPolicies, listPolicyVersions } from "./queries";
import { allow, anAdministrator, deny, inForce, require } from "./testing/installation";
import { POLICIES_BYTES_MAX } from "./types";

// Policies apply to all tenants, so these tests need their own database.
let drop: () => Promise<void>;
let admin: UserScope;
beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  await inForce(admin, []);
});

const refunds = require({ tools: ["refund"] }, {}, "refunds");
const deletes = deny({ tools: ["delete*"] }, "deletes");
const reads = allow({ tools: ["get_*"] }, "reads");

const lastSaved = () =>
  read(systemScope("tests"), (tx) =>
    tx.activity.findFirstOrThrow({ where: { action: "policies.saved" }, orderBy: { seq: "desc" } }),
  );

test("a version says what it changed, by name, and the trail says it too", async () => {
  await inForce(admin, [refunds, deletes, reads]);
  const saved = await inForce(admin, [
    require({ tools: ["refund"] }, { separation: { requester: true, editor: false } }, "refunds"),
    deny({}, "everything else"),
    deletes,
  ]);
  const changes = {
    added: ["everything else"],
    removed: ["reads"],
    changed: ["refunds"],
    reordered: false,
  };
  expect(saved).toMatchObject({ unchanged: false, ...changes });
  const { details, actorName } = await lastSaved();
  expect(JSON.parse(details)).toEqual({ version: saved.version, policies: 3, ...changes });
  expect(actorName).toBe("Ada");
  expect((await inForce(admin, [deletes, refunds])).reordered).toBe(true);
});

test("the same policies make no version and no row in the trail", async () => {
  const { version } = await inForce(admin, [refunds]);
  const before = await lastSaved();
  expect(await inForce(admin, [refunds])).toMatchObject({ version, unchanged: true });
  expect((await lastSaved()).seq).toBe(before.seq);
});

test("what an earlier version of the product stored is read whole, and is the same", async () => {
  const { version } = await inForce(admin, [refunds]);
  await ingest(
    systemScope("tests"),
    (tx) => tx.$executeRaw`
      update policy_versions set digest = 'another',
        policies = replace(policies::text, ',"holdSeconds":null,"escalate":null', '')::json where version = ${version}::int`,
  );
  const stored = await read(systemScope("tests"), (tx) =>
    tx.policyVersion.findUniqueOrThrow({ where: { version } }),
  );
  expect(JSON.stringify(stored.policies)).not.toContain("holdSeconds");
  expect((await findPolicies(admin))?.policies).toEqual([refunds]);
  expect(await inForce(admin, [refunds])).toMatchObject({ version, unchanged: true });
});

test("of eight who save over the same version, one does, and the others are told who it was", async () => {
  const { version } = await inForce(admin, [refunds]);
  const saves = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) =>
      savePolicies(admin, { policies: [deny({}, `only ${at}`)], seen: version }),
    ),
  );
  expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const save of saves)
    if (save.status === "rejected")
      expect(save.reason).toMatchObject({
        code: "STALE_VIEW",
        message: expect.stringContaining("Ada saved"),
      });
});

test("only administrators of all tenants read and save them", async () => {
  const tenant = await aTenant();
  for (const scope of [await aPerson([tenant], "admin"), await aPerson([tenant], "approver")]) {
    const forbidden = expect.objectContaining({ code: "FORBIDDEN" });
    expect(() => savePolicies(scope, { policies: [], seen: null })).toThrow(forbidden);
    await expect(listPolicyVersions(scope)).rejects.toEqual(forbidden);
  }
});

test("keeps the newest versions, and no list larger than a request", async () => {
  const { version } = await inForce(admin, [deny({}, "first")]);
  const before = version + VERSIONS_KEPT + 1;
  await ingest(
    systemScope("tests"),
    (tx) => tx.$executeRaw`
      insert into policy_versions (version, policies, digest, saved_by)
      select v, '[]', v::text, 'Ada' from generate_series(${version + 1}::int, ${before}::int) v`,
  );
  await inForce(admin, [deny({}, "last")]);
  const versions = await listPolicyVersions(admin);
  expect(versions.map((one) => one.version)).toEqual(
    Array.from({ length: VERSIONS_KEPT }, (_, at) => before + 1 - at),
  );
  expect(versions[0]?.policies[0]?.name).toBe("last");
  const large = Array.from({ length: 1_000 }, (_, at) =>
    deny({ tools: [`${"x".repeat(199)}`, `${at}${"y".repeat(190)}`] }, `large ${at}`, "r".repeat(500)),
  );
  expect(JSON.stringify(large).length).toBeGreaterThan(POLICIES_BYTES_MAX);
  await expect(inForce(admin, large)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});
