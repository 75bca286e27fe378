import { countSavedView } from "@/lib/approvals/queue/saved-views";
import { hrefOf, type StoredView } from "@/lib/auth/people/saved-views";
import type { SavedViewLink } from "@/lib/auth/people/types";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { countInboxView } from "@/lib/feedback/inbox/saved-views";
import { Prisma } from "@/lib/generated/prisma/client";

/** The current count of each view, in one statement for all; null if not counted. */
export async function countSavedViews(
  tx: Tx,
  scope: UserScope,
  views: readonly StoredView[],
): Promise<SavedViewLink[]> {
  if (views.length === 0) return [];
  const counts = views.map((view) => {
    if (view.list === "rationales") return Prisma.sql`null::int`;
    return view.list === "feedback" ? countInboxView(scope, view) : countSavedView(scope, view);
  });
  const [row] = await tx.$queryRaw<
    { counts: (number | null)[] }[]
  >`select array[${Prisma.join(counts)}]::int[] as counts`;
  return views.map((view, index) => ({
    id: view.id,
    name: view.name,
    href: hrefOf(view),
    count: row?.counts[index] ?? null,
  }));
}
