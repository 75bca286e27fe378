import { name, text } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { OWNED_VIEWS } from "./types";

export const agentList = defineList({
  path: "/settings/agents",
  name: "agents",
  views: { of: OWNED_VIEWS, usual: () => "all" },
  filters: { tenant: text(), q: text() },
  cursor: [name(), name()],
});

export type AgentFilter = FilterOf<typeof agentList>;
