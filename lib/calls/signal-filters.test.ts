import { expect, test } from "vitest";
import { ingest, readList } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { foundIn } from "./signal-filters";
import type { CallFilter, CallPlace } from "./types";

const system = systemScope("tests");

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));
  const times = [at(0), at(1), at(1), at(2)];
  const places = times.map((occurredAt) => [occurredAt, newId()] as const);
  const of = { tenantId: tenant.id, gatewayId: gateway.id, provider: "web", tool: "fetch", version: 1 };
  await ingest(system, async (tx) => {
    await tx.attemptGroup.createMany({
      data: places.map(([occurredAt, id], index) => ({
        ...of,
        id,
        occurredAt,
        sessionId: "s",
        calls: 1,
        lastAt: occurredAt,
        lastId: id,
        ended: ["worked", "switched", "abandoned"][index % 3],
      })),
    });
    await tx.toolRefusal.createMany({
      data: places.map(([occurredAt, callId]) => ({
        ...of,
        callId,
        occurredAt,
        spot: "a",
        keyword: "type",
        sent: "b",
      })),
    });
    await tx.toolOtherPurpose.createMany({
      data: places.map(([occurredAt, callId]) => {
        const { provider: _, ...at } = of;
        return { ...at, callId, occurredAt, toolId: newId(), judged: 9 };
      }),
    });
  });
  return { tenant, places, person: await aPerson([tenant], "viewer") };
}

test.each<[string, CallFilter]>([
  ["by how attempts ended", { attempt: "failed" }],
  ["by what was refused", { spot: "a" }],
  ["by what they were made for", { purpose: "other" }],
])("calls found %s are looked up from where the page before ended", async (_, filter) => {
  const { tenant, places, person } = await aSetting();
  const inOrder = places.toSorted(([a, one], [b, other]) => +b - +a || (one < other ? 1 : -1));
  const lookedUp = async (after: CallPlace | null, limit: number | null = null) => {
    const found = foundIn(filter, { after, limit }).places ?? Prisma.empty;
    const rows = await readList(
      person,
      (tx) => tx.$queryRaw<{ id: string }[]>`
        select p.id from unnest(${[tenant.id]}::uuid[]) as owner(id) cross join lateral (${found}) p`,
    );
    return rows.map(({ id }) => id);
  };
  const all = await lookedUp(null);
  expect(all).toEqual(inOrder.map(([, id]) => id));
  for (const [index, id] of all.entries()) {
    const place = places.find((one) => one[1] === id) ?? null;
    expect(await lookedUp(place)).toEqual(all.slice(index + 1));
    expect(await lookedUp(place, 1)).toEqual(all.slice(index + 1, index + 2));
  }
});
