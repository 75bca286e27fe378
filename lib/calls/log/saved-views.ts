import { keepView } from "@/lib/auth/people/saved-views";
import type { UserScope } from "@/lib/core/scope";
import { keptQuery, parseLog } from "./rules";

/**
 * Saves a filter of the log under a name. The sidebar shows no count: there may be millions of
 * calls.
 * @throws DomainError VALIDATION_ERROR when the name is taken, CONFLICT at the maximum number of
 * views
 */
export async function saveLogView(
  scope: UserScope,
  { name, query }: { name: string; query: string },
): Promise<{ id: string; href: string }> {
  const { filter } = parseLog(Object.fromEntries(new URLSearchParams(query)));
  return keepView(scope, { name, list: "rationales", query: keptQuery(filter) });
}
