import { name, text } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";

export const tenantList = defineList({
  path: "/settings/tenants",
  name: "tenants",
  filters: { q: text() },
  cursor: [name()],
});

export type TenantFilter = FilterOf<typeof tenantList>;
