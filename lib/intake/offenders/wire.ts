import * as z from "zod";
import { pageWire, wireOf, wireTime } from "@/lib/core/wire";
import { OFFENDER_STATES, type Offender } from "./types";

const offenderWire = z
  .strictObject({
    tenant: z.string(),
    gateway: z.string().nullable().describe("Null when the gateway is gone."),
    agent: z.string().nullable().describe("Null when its calls named no agent."),
    state: z.enum(OFFENDER_STATES).describe("resolved: its newest call has a rationale."),
    calls: z
      .int()
      .describe("Its calls without a rationale of 10 to 500 characters, also those that were refused."),
    refused: z.int().describe("Of these, calls that were refused for it."),
    first_at: wireTime,
    last_at: wireTime,
    resolved_at: wireTime.nullable(),
    returned: z.int().describe("How often it left its rationale out again after it had complied."),
  })
  .meta({ id: "Offender" });

export const offenderPageWire = pageWire(offenderWire);

export function wireOffender(row: Offender): z.output<typeof offenderWire> {
  return wireOf(offenderWire, row, {
    tenant: row.tenant.key,
    gateway: row.gateway.name === "" ? null : row.gateway.name,
    state: row.resolvedAt === null ? "unresolved" : "resolved",
  });
}
