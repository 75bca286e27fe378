import { bookkeep, readList } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import type { SystemScope } from "@/lib/core/scope";
import { type Mapped, mapOf } from "@/lib/language/clusters/map";
import { announce } from "@/lib/live/announce";
import { lockIntents } from "../figures";
import { vectorOf } from "../stored-vectors";
import { radiusOf } from "./rules";
import { MAPPED_MAX } from "./types";

type Row = { id: string; middle: Uint8Array; calls: number; x: number | null; y: number | null };

/**
 * Puts the intents of a tenant that are called most on its map. Those that are on it already stay
 * about where they are.
 */
export async function drawMap(scope: SystemScope, tenantId: string, model: string): Promise<void> {
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<Row[]>`
      select i.id, i.middle, i.calls, i.map_x as x, i.map_y as y from intents i
      where i.tenant_id = ${tenantId}::uuid and i.model = ${model} and i.templates > 0 order by i.calls desc, i.id limit ${MAPPED_MAX}::int`,
  );
  const most = rows[0]?.calls ?? 0;
  const mapped = rows.map(
    ({ middle, calls, x, y }): Mapped => ({
      middle: vectorOf(middle),
      size: radiusOf(calls, most),
      before: x === null || y === null ? null : { x, y },
    }),
  );
  const places = await mapOf(mapped);
  const drawn = rows.map(({ id }, at) => ({ id, ...places[at] }));
  await bookkeep(scope, async (tx) => {
    await lockIntents(tx, tenantId);
    await tx.$executeRaw`
      update intents i set map_x = r.x, map_y = r.y
      from intents o left join json_to_recordset(${serializeJson(drawn)}::json) as r(id uuid, x real, y real) on r.id = o.id
      where o.tenant_id = ${tenantId}::uuid and i.tenant_id = o.tenant_id and i.id = o.id`;
    await announce(tx, "intent", tenantId, tenantId);
  });
}
