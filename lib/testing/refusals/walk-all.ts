import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { mountedRoutes } from "./routes";
import { ownVerbs } from "./verbs.mjs";
import type { Ground, Row } from "./walk";
import { aWorld } from "./world";

const ROOT = process.cwd();

/**
 * One test per row, in the file's own database, so that changes by others are not mistaken for a
 * failure.
 */
export function walkAll(rows: readonly Row[]): void {
  let own: Awaited<ReturnType<typeof useOwnDatabase>>;
  let ground: Ground;

  beforeAll(async () => {
    own = await useOwnDatabase();
    const { commands, routes } = ownVerbs();
    const scopes = new Map(commands.map(({ file, name, scope }) => [`${file} ${name}`, scope]));
    ground = { world: await aWorld(own.asOwner), mounted: await mountedRoutes(ROOT, routes), scopes };
  });

  afterAll(async () => {
    await closeDatabase();
    await own.drop();
  });

  for (const row of rows)
    test(row.verbs.join(", "), async () => {
      expect(await row.walk(ground)).toEqual([]);
    });
}
