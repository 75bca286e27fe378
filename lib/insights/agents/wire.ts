import * as z from "zod";
import { pageWire, wireTime } from "@/lib/core/wire";
import type { SeenAgent } from "./types";

const agentWire = z
  .strictObject({
    tenant: z.string(),
    agent: z.string().describe("As its calls name it."),
    owner: z.string().nullable().describe("The address of the owner; null without one."),
    last_seen_at: wireTime.nullable().describe("Null: none of its calls is stored."),
  })
  .meta({ id: "Agent" });

export const agentPageWire = pageWire(agentWire);

export const ownerNamedWire = z.strictObject({
  owner: z.string().nullable(),
  before: z.string().nullable().describe("Who owned it before."),
});

export function wireAgent({ tenant, agent, owner, lastSeenAt }: SeenAgent): z.output<typeof agentWire> {
  return { tenant: tenant.key, agent, owner: owner?.email ?? null, last_seen_at: lastSeenAt };
}
