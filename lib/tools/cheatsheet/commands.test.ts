import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool, type TestTenant, unique } from "@/lib/testing/factories";
import { publishCheatsheet, publishOwnCheatsheet } from "./commands";
import { findSheetText, getCheatsheet, getProviderSheets, getSheetView } from "./queries";
import { KEPT_VERSIONS } from "./types";

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

describe("publishing over what was seen", () => {
  async function setting() {
    const tenant = await aTenant();
    return {
      tenant,
      provider: unique("provider"),
      admin: await anAdmin([tenant]),
      other: await anAdmin([tenant]),
    };
  }

  test("is refused when somebody else published meanwhile, and says who", async () => {
    const { provider, admin, other } = await setting();
    const { etag } = await publishCheatsheet(admin, provider, "# One", null, null);
    await publishCheatsheet(other, provider, "# Two", null, etag);
    await expect(publishCheatsheet(admin, provider, "# Three", null, etag)).rejects.toMatchObject({
      code: "STALE_VIEW",
      message: expect.stringContaining(other.actor.name),
    });
    expect((await getCheatsheet(admin, provider)).markdown).toBe("# Two");
    // Two people write the first text; the second gets an error.
    await expect(publishCheatsheet(admin, provider, "# First", null, null)).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
  });

  test("of many at once who saw the same, exactly one publishes", async () => {
    const { provider, admin } = await setting();
    const { etag } = await publishCheatsheet(admin, provider, "# Base", null, null);
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => publishCheatsheet(admin, provider, `# ${n}`, null, etag)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await getSheetView(admin, provider, null)).versions).toHaveLength(2);
  });

  test("the text that is published already is no conflict", async () => {
    const { provider, admin, other } = await setting();
    await publishCheatsheet(other, provider, "# Same", null, null);
    await expect(publishCheatsheet(admin, provider, "# Same", null, null)).resolves.toMatchObject({
      provider,
    });
  });

  test("keeps the texts of before, the newest fifty", async () => {
    const { provider, admin } = await setting();
    for (let n = 1; n <= KEPT_VERSIONS + 3; n += 1) await publishCheatsheet(admin, provider, `# ${n}`, null);
    const { versions, published } = await getSheetView(admin, provider, null);
    expect(published?.version).toBe(KEPT_VERSIONS + 3);
    expect(versions).toHaveLength(KEPT_VERSIONS);
    expect(versions[0]).toMatchObject({ version: KEPT_VERSIONS + 3, publishedBy: admin.actor.name });
    expect(await findSheetText(admin, provider, null, 4)).toBe("# 4");
    expect(await findSheetText(admin, provider, null, 3)).toBeNull();
  });

  test("lists a provider with its tools and sheets; sheets of foreign gateways are nobody's", async () => {
    const { tenant, provider, admin } = await setting();
    const [gateway, foreign] = [await aGateway([tenant]), await aGateway([await aTenant()])];
    await aTool(gateway, { provider, name: "t" });
    await publishOwnCheatsheet(gateway.scope, provider, "# Übersicht");
    await publishOwnCheatsheet(foreign.scope, provider, "# canary");
    await publishCheatsheet(admin, provider, "# Shared", null);
    const person = await aPerson([tenant], "viewer");
    expect(await getProviderSheets(person, provider)).toMatchObject({
      tools: 1,
      gateways: [gateway.name],
      sheets: [
        { gateway: null, version: 1 },
        { gateway: gateway.name, bytes: 12 },
      ],
    });
    await expect(getSheetView(person, provider, foreign.name)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await findSheetText(person, provider, foreign.name, 1)).toBeNull();
    expect((await getSheetView(person, unique("none"), null)).published).toBeNull();
  });
});
