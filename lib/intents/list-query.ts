import type { Search } from "@/lib/core/list/filters";
import { chosenTenants } from "@/lib/tenants/rules";
import { type IntentFilter, intentList } from "./list";

/** Parses query parameters of the list. Reports and ignores a tenant outside these. */
export function askedIntents<T extends { key: string }>(search: Search, tenants: readonly T[]) {
  const { filter, problems } = intentList.parse(search);
  const { only, problems: unknown } = chosenTenants(tenants, filter.tenant);
  const known: IntentFilter = unknown.length > 0 ? { ...filter, tenant: undefined } : filter;
  return { filter: known, only, problems: [...problems, ...unknown] };
}
