import * as z from "zod";
import { WEEKDAYS } from "@/lib/core/time-window/types";
import { wireTime } from "@/lib/core/wire";
import type { GroupOfPeople } from "./types";

const groupWire = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    members: z.array(z.string()).describe("Their addresses."),
    rota: z
      .strictObject({
        zone: z.string(),
        shifts: z.array(
          z.strictObject({
            person: z.string(),
            weekdays: z.array(z.enum(WEEKDAYS)),
            from: z.string().nullable(),
            to: z.string().nullable(),
          }),
        ),
      })
      .nullable()
      .describe("The hours when each member is on duty. Null: all members, always."),
    on_duty: z.array(z.string()).describe("The addresses of those who decide for it at this moment."),
    policies: z.array(z.string()).describe("The policies in force that name it."),
    created_at: wireTime,
  })
  .meta({ id: "Group" });

export const groupsWire = z.strictObject({ groups: z.array(groupWire).describe("By name.") });

export const groupPutWire = z.strictObject({
  created: z.boolean(),
  added: z.array(z.string()).describe("Addresses of those who belong to it since now."),
  removed: z.array(z.string()),
});

export const groupDeletedWire = z.strictObject({
  removed: z.array(z.string()).describe("Addresses of those who belonged to it."),
});

/**
 * Groups in wire words.
 * @param policiesOf the policies that name a group, by its name
 */
export function wireGroups(
  groups: readonly GroupOfPeople[],
  policiesOf: ReadonlyMap<string, readonly string[]>,
): z.output<typeof groupsWire> {
  return {
    groups: groups.map(({ name, description, members, rota, createdAt }) => ({
      name,
      description,
      members: members.map(({ email }) => email),
      rota: rota && {
        zone: rota.zone,
        shifts: rota.shifts.map(({ person, weekdays, from, to }) => ({
          ...{ person, from, to },
          weekdays: [...weekdays],
        })),
      },
      on_duty: members.flatMap(({ email, isOnDuty }) => (isOnDuty ? [email] : [])),
      policies: [...(policiesOf.get(name) ?? [])],
      created_at: createdAt,
    })),
  };
}
