import * as z from "zod";
import { hoursRules, weekHours, zoneSchema } from "@/lib/core/time-window/schema";
import { emailSchema } from "../schema";
import { GROUP_DESCRIPTION_MAX, GROUP_MEMBERS_MAX, GROUP_NAME, GROUP_NAME_MAX, SHIFTS_MAX } from "./types";

export const groupNameSchema = z
  .string()
  .regex(
    GROUP_NAME,
    `1 to ${GROUP_NAME_MAX} of a to z, 0 to 9 and dashes, with a letter or digit at both ends`,
  );

const description = z
  .string()
  .trim()
  .max(GROUP_DESCRIPTION_MAX, { error: `at most ${GROUP_DESCRIPTION_MAX} characters` })
  .refine((text) => text.isWellFormed() && !text.includes("\0"), { error: "characters that can be stored" });

const addresses = z
  .array(emailSchema)
  .max(GROUP_MEMBERS_MAX, { error: `at most ${GROUP_MEMBERS_MAX} people` });

const [together, different] = hoursRules;

const shift = z
  .strictObject({ person: emailSchema.describe("The address of a member."), ...weekHours })
  .refine(together[0], { error: together[1] })
  .refine(different[0], { error: different[1] });

// Zone names that are also abbreviations: Postgres, which computes duty, reads them as offsets
// without summer time.
const WITHOUT_SUMMER = new Set(["CET", "EET", "MET", "WET"]);

const rotaZone = zoneSchema.refine((zone) => !WITHOUT_SUMMER.has(zone.toUpperCase()), {
  error:
    "a time zone by a place in it, for example Europe/Berlin: the database reads this name without summer time",
});

const rota = z
  .strictObject({
    zone: rotaZone,
    shifts: z.array(shift).max(SHIFTS_MAX, { error: `at most ${SHIFTS_MAX} shifts` }),
  })
  .nullable();

/** PUT /api/v1/groups/{name}. */
export const putGroupSchema = z.strictObject({
  description: description
    .optional()
    .describe("What the group is for. Left out: it stays as it is, and is empty for a new group."),
  members: addresses.describe(
    "The addresses of all members from now on. An empty list removes every member.",
  ),
  rota: rota
    .optional()
    .describe(
      "The hours when each member is on duty. Outside of them, a member decides nothing for the group. Null: all members, always. Left out: unchanged, without the shifts of members who leave.",
    ),
});

export const groupNameInput = z.strictObject({ name: groupNameSchema });

export const createGroupInput = z.strictObject({
  name: groupNameSchema,
  description,
  members: addresses,
});

export const describeGroupInput = z.strictObject({ name: groupNameSchema, description });

export const setRotaInput = z.strictObject({
  name: groupNameSchema,
  rota,
  was: rota.describe("The rota as you read it. If it has changed since, nothing is saved."),
});

export const moveMembersInput = z.strictObject({
  name: groupNameSchema,
  add: addresses.default([]),
  remove: addresses.default([]),
});
