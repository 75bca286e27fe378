import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestTenant, unique } from "@/lib/testing/factories";
import { publishCheatsheet, publishOwnCheatsheet } from "./commands";
import { getCheatsheet } from "./queries";

const system = systemScope("tests");

async function anAdmin(tenants: readonly TestTenant[]) {
  const { actor } = await aPerson(tenants, "admin");
  return proveScope(
    actor,
    tenants.map((tenant) => tenant.id),
    { unlimited: true },
  );
}

describe("cheatsheets", () => {
  test("a gateway reads its own, else the shared one", async () => {
    const tenant = await aTenant();
    const [gateway, other] = [await aGateway([tenant]), await aGateway([tenant])];
    const provider = unique("provider");
    const admin = await anAdmin([tenant]);
    await expect(getCheatsheet(gateway.scope, provider)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await publishCheatsheet(admin, provider, "# Shared", null);
    await publishOwnCheatsheet(gateway.scope, provider, "# Own");
    const text = async (...about: Parameters<typeof getCheatsheet>) =>
      (await getCheatsheet(...about)).markdown;
    expect(await text(gateway.scope, provider)).toBe("# Own");
    expect(await text(other.scope, provider)).toBe("# Shared");
    expect(await text(admin, provider)).toBe("# Shared");
    expect(await text(admin, provider, gateway.name)).toBe("# Own");
    await expect(getCheatsheet(admin, provider, other.name)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a person's is written down, and the same text again keeps its tag and age", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const provider = unique("provider");
    const admin = await anAdmin([tenant]);
    const first = await publishCheatsheet(admin, provider, "# One", gateway.name);
    const again = await publishCheatsheet(admin, provider, "# One", gateway.name);
    expect(again).toEqual(first);
    const changed = await publishCheatsheet(admin, provider, "# Two", gateway.name);
    expect(changed.id).toBe(first.id);
    expect(changed.etag).not.toBe(first.etag);
    const trail = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectKind: "cheatsheet", subjectId: first.id } }),
    );
    expect(trail.map((row) => row.action)).toEqual(Array.from({ length: 3 }, () => "cheatsheet.published"));
  });

  test("many at once leave one", async () => {
    const gateway = await aGateway([await aTenant()]);
    const provider = unique("provider");
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => publishOwnCheatsheet(gateway.scope, provider, `# ${i}`)),
    );
    expect(await read(system, (tx) => tx.cheatsheet.count({ where: { provider } }))).toBe(1);
  });

  test("are published by those who see every tenant", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    for (const person of [await aPerson([tenant], "admin"), await aPerson([tenant], "approver")])
      for (const name of [null, gateway.name])
        await expect(publishCheatsheet(person, "p", "#", name)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const missing = publishCheatsheet(await anAdmin([tenant]), "p", "#", "none");
    await expect(missing).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("of a gateway that serves others are not there", async () => {
    const [ours, theirs] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([theirs]);
    const provider = unique("provider");
    await publishOwnCheatsheet(gateway.scope, provider, "canary");
    const person = await aPerson([ours]);
    await expect(getCheatsheet(person, provider, gateway.name)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getCheatsheet(person, provider)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
