import { day, id, name, text } from "@/lib/core/list/kinds";
import { defineList } from "@/lib/core/list/list";

/** The gateways, by name. */
export const gatewayList = defineList({
  path: "/gateways",
  name: "gateways",
  filters: { q: text() },
  cursor: [name()],
});

/** Callers of one tenant that left their rationale out, the newest day first; on the tenant's page, among other things. */
export const offenderList = defineList({
  path: "/settings/tenants",
  name: "offenders",
  filters: {},
  cursor: [day(), id(), name()],
  cursorName: "offenders",
});
