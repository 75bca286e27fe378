import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { countView } from "../queue/queries";
import { canonicalQuery, filterOf } from "./rules";
import { SAVED_VIEWS_MAX, type SavedViewLink } from "./schema";

/** The person's own views of the queue with what each finds now, for the sidebar. */
export function listSavedViews(scope: UserScope): Promise<SavedViewLink[]> {
  return read(scope, async (tx) => {
    const views = await tx.savedView.findMany({
      where: { userId: scope.actor.id },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: SAVED_VIEWS_MAX,
    });
    const links: SavedViewLink[] = [];
    for (const { id, name, query } of views) {
      links.push({
        id,
        name,
        href: `/approvals?${query}`,
        count: await countView(tx, scope, filterOf(query)),
      });
    }
    return links;
  });
}

/** The person's view that this filter is, or null. */
export function findSavedView(scope: UserScope, query: string): Promise<{ id: string; name: string } | null> {
  const where = { userId: scope.actor.id, query: canonicalQuery(query) };
  return read(scope, (tx) => tx.savedView.findFirst({ where, select: { id: true, name: true } }));
}
