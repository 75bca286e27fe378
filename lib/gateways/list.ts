import { name, text } from "@/lib/core/list/kinds";
import { defineList } from "@/lib/core/list/list";

export const gatewayList = defineList({
  path: "/gateways",
  name: "gateways",
  filters: { q: text() },
  cursor: [name()],
});
