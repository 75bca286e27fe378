import { expect, test } from "vitest";
import type { Tx } from "@/lib/core/db";
import { ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { aGateway, aTenant, aTool } from "@/lib/testing/factories";
import { withTogether } from "./findings/together";
import { lintStored } from "./lint-results";

const system = systemScope("tests");

test("what was found in a transaction that was rolled back is not told of the definition that came instead", async () => {
  const gateway = await aGateway([await aTenant()]);
  const described = { provider: gateway.name, description: "Finds the rows of a table that fit a filter." };
  const one = await aTool(gateway, { ...described, name: "find_rows" });
  const two = await aTool(gateway, {
    ...described,
    name: "send_mail",
    description: "Sends a mail to one address.",
  });
  const found = async (tx: Tx) => {
    const tools = await lintStored(tx, [one.id, two.id]);
    return withTogether(tools, tools).flatMap((tool) => tool.found.map(({ code }) => code));
  };
  const rename = (tx: Tx, toolId: string, description: string) =>
    tx.toolVersion.updateMany({
      where: { toolId },
      data: { description, definitionSha256: sha256(description) },
    });
  const undone = ingest(system, async (tx) => {
    await rename(tx, one.id, "");
    await rename(tx, two.id, described.description);
    expect(await found(tx)).toContain("missing_description");
    await rename(tx, one.id, described.description);
    expect(await found(tx)).toContain("near_identical");
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  const codes = await read(system, found);
  expect(codes).not.toContain("missing_description");
  expect(codes).not.toContain("near_identical");
});
