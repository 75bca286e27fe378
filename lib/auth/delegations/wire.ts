import * as z from "zod";
import { wireOf, wireTime } from "@/lib/core/wire";
import { DELEGATION_STATES, type Delegation } from "./types";

const somebody = z.strictObject({ email: z.string(), name: z.string() });

export const delegationWire = z
  .strictObject({
    id: z.uuid(),
    from: somebody.describe("Who is out."),
    to: somebody.describe("Who decides in their place."),
    starts_at: wireTime,
    ends_at: wireTime.describe("Not included."),
    ended_at: wireTime.nullable().describe("When it was taken back before its end; null where it was not."),
    note: z.string(),
    made_by: z.string(),
    created_at: wireTime,
    state: z.enum(DELEGATION_STATES),
  })
  .meta({ id: "Delegation" });

export const delegationsWire = z.strictObject({
  delegations: z.array(delegationWire).describe("The latest beginning first."),
});

const named = ({ email, name }: Delegation["from"]) => ({ email, name });

export function wireDelegation(one: Delegation): z.output<typeof delegationWire> {
  return wireOf(delegationWire, one, { from: named(one.from), to: named(one.to) });
}
