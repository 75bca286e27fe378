import type { Search } from "@/lib/core/list/filters";
import { chosenTenants } from "@/lib/tenants/rules";
import { type IntentFilter, intentList } from "./list";

/** What an address asks of the list, and of which of these tenants; a tenant that is none of them is told, and left out. */
export function askedIntents<T extends { key: string }>(search: Search, tenants: readonly T[]) {
  const { filter, problems } = intentList.parse(search);
  const { only, problems: unknown } = chosenTenants(tenants, filter.tenant);
  const known: IntentFilter = unknown.length > 0 ? { ...filter, tenant: undefined } : filter;
  return { filter: known, only, problems: [...problems, ...unknown] };
}
