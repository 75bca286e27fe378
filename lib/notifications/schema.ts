import * as z from "zod";
import { RISKS } from "@/lib/core/risk";
import { pageQuery, tenantKey } from "@/lib/core/schema";
import { NOTICE_KINDS, type NoticeKind, PEOPLE_CHANNELS } from "@/lib/notices/types";
import {
  DIGEST_MINUTES,
  NOTIFICATION_STATES,
  PERSONAL_CHANNELS,
  type PersonalChannel,
  QUIET_EXCEPT,
} from "./types";

const time = z
  .string("a time, for example 22:00")
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "a time from 00:00 to 23:59, for example 22:00");

const channels = z.array(z.enum(PERSONAL_CHANNELS, "push, slack or email")).max(PERSONAL_CHANNELS.length);

const zone = z.string().max(100).refine(isZone, "a time zone, for example Europe/Berlin").nullable();

const quiet = z
  .strictObject({
    from: time,
    to: time,
    except: z.enum(QUIET_EXCEPT, "medium, high, critical or none"),
  })
  .refine(({ from, to }) => from !== to, { message: "two different times", path: ["to"] })
  .nullable();

const byKind = z.partialRecord(z.enum(NOTICE_KINDS), channels);

/** One kind on one channel. */
export const turnKindSchema = z.strictObject({
  kind: z.enum(NOTICE_KINDS, "a kind of notification"),
  channel: z.enum(PERSONAL_CHANNELS, "push, slack or email"),
  on: z.boolean("true or false"),
});

/** What a person changes of their choices; absent members stay. */
export const choicesChangeSchema = z.strictObject({
  channels: byKind.optional(),
  /** One box of the matrix, so that two tabs do not undo each other's. */
  turn: turnKindSchema.optional(),
  atLeast: z.enum(RISKS, "low, medium, high or critical").optional(),
  quiet: quiet.optional(),
  zone: zone.optional(),
  digestMinutes: z.literal(DIGEST_MINUTES, "0, 10, 60 or 240 minutes").optional(),
});

export type ChoicesChange = z.output<typeof choicesChangeSchema>;

/** Stored choices may be of another version: each malformed member gets its default. */
export const storedChoicesSchema = z.object({
  channels: z
    .record(z.string(), z.unknown())
    .transform(
      (given) =>
        Object.fromEntries(
          NOTICE_KINDS.flatMap((kind) => {
            const read = channels.safeParse(given[kind]);
            return read.success ? [[kind, read.data] as const] : [];
          }),
        ) as Partial<Record<NoticeKind, PersonalChannel[]>>,
    )
    .catch({}),
  atLeast: z.enum(RISKS).optional().catch(undefined),
  quiet: quiet.optional().catch(undefined),
  zone: zone.optional().catch(undefined),
  digestMinutes: z.literal(DIGEST_MINUTES).optional().catch(undefined),
});

function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** GET /api/v1/notifications */
export const notificationsQuery = z.strictObject({
  view: z
    .enum(["mine", "all"])
    .default("mine")
    .describe(
      "`mine`: what is for the token’s person. `all`: what is for anyone in the tenants of an administrator.",
    ),
  tenant: tenantKey.optional().describe("Default: all tenants of the token."),
  approval: z.uuid().optional().describe("Only what is about this approval."),
  kind: z.enum(NOTICE_KINDS).optional(),
  channel: z.enum(PEOPLE_CHANNELS).optional(),
  state: z.enum(NOTIFICATION_STATES).optional(),
  ...pageQuery,
});
