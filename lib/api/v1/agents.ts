import { nameOwner } from "@/lib/auth/agents/commands";
import { nameOwnerSchema } from "@/lib/auth/agents/schema";
import { listAgents } from "@/lib/insights/agents/queries";
import { listAgentsQuery } from "@/lib/insights/agents/schema";
import { agentPageWire, ownerNamedWire, wireAgent } from "@/lib/insights/agents/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getAgents = apiRoute(
  "person",
  {
    summary: "Agents by the names that calls carry, with who owns them. For administrators of all tenants.",
    query: listAgentsQuery,
    answers: { 200: { says: "A page, by name.", body: agentPageWire } },
    refuses: ["FORBIDDEN"],
  },
  async ({ scope, query }) => {
    const { rows, nextCursor } = await listAgents(scope, query);
    return ok({ data: rows.map(wireAgent), next_cursor: nextCursor });
  },
);

const putOwner = apiRoute(
  "person",
  {
    summary: "Set or remove the owner of an agent. For administrators of all tenants.",
    body: nameOwnerSchema,
    answers: { 200: { says: "It is like this now.", body: ownerNamedWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "STALE_VIEW"],
  },
  async ({ scope, input }) => ok(await nameOwner(scope, input)),
);

export const agents = resource("/api/v1/agents", { GET: getAgents, PUT: putOwner });
