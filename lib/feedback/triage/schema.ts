import * as z from "zod";
import { instant } from "@/lib/core/schema";
import { saidText } from "@/lib/core/text/blank";
import { commentText } from "../comments/schema";
import { versionWords } from "../schema";
import { ANSWER_MAX, ISSUE_STATES } from "../types";
import {
  CLAIMS,
  DECLINE_REASONS,
  LABEL_MAX,
  LABELS_MAX,
  PRIORITIES,
  SNOOZE_SEVERITIES,
  TRACKER_URL_MAX,
  TRIAGE_MAX,
} from "./types";

/** An issue as read; `seen`: its last change at that time. */
const item = z.strictObject({ id: z.uuid(), seen: z.iso.datetime() });

const items = z.array(item).min(1).max(TRIAGE_MAX);

const label = z
  .string()
  .overwrite(saidText)
  .min(1)
  .max(LABEL_MAX)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs},]+$/u, "no commas or control characters");

const labels = z
  .array(label)
  .max(LABELS_MAX)
  .transform((all) => [...new Set(all)].toSorted());

/** The ends of a snooze: the first one counts. */
const snoozeConditions = z
  .strictObject({
    until: instant.optional().describe("This time has come."),
    more_reports: z.int().min(1).max(100_000).optional().describe("So many more reports have come."),
    severity: z.enum(SNOOZE_SEVERITIES).optional().describe("A report is at least this severe."),
    correction: z.literal(true).optional().describe("A person corrected what the tool did."),
    new_version: z.literal(true).optional().describe("The tool's definition changed."),
  })
  .refine((conditions) => Object.keys(conditions).length > 0, "say what ends the snooze");

export type SnoozeConditions = z.output<typeof snoozeConditions>;

const fixedIn = versionWords.min(1);

const told = z.string().overwrite(saidText).min(1).max(ANSWER_MAX).nullable().optional();

/** The URL of an item in any tracker, without a password in it. */
const trackerUrl = z
  .string()
  .overwrite(saidText)
  .max(TRACKER_URL_MAX)
  .refine(isItemAddress, "an http(s) address without a password in it")
  // Scheme and host ignore case; the database stores lower case.
  .transform((text) => text.replace(/^[^/]+\/\/[^/?#]*/, (origin) => origin.toLowerCase()));

function isItemAddress(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text) || /[\p{Cc}\p{Cf}\p{Cs}\s]/u.test(text))
    return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

export const triageInput = z.discriminatedUnion("verb", [
  z.strictObject({ verb: z.literal("accept"), items }),
  z.strictObject({ verb: z.literal("start"), items }),
  z.strictObject({ verb: z.literal("ask"), items }),
  z.strictObject({ verb: z.literal("wake"), items }),
  z.strictObject({ verb: z.literal("reopen"), items }),
  z.strictObject({ verb: z.literal("unmerge"), items }),
  z.strictObject({ verb: z.literal("resolve"), items, fixedIn: fixedIn.nullable().optional() }),
  z.strictObject({ verb: z.literal("decline"), items, reason: z.enum(DECLINE_REASONS) }),
  z.strictObject({ verb: z.literal("snooze"), items, conditions: snoozeConditions }),
  z.strictObject({ verb: z.literal("assign"), items, assigneeId: z.uuid().nullable() }),
  z.strictObject({ verb: z.literal("prioritize"), items, priority: z.enum(PRIORITIES).nullable() }),
  z.strictObject({ verb: z.literal("verify"), items, claim: z.enum(CLAIMS) }),
  z
    .strictObject({
      verb: z.literal("label"),
      items,
      labels: labels.optional().describe("All of them."),
      add: labels.optional(),
      remove: labels.optional(),
    })
    .refine(
      ({ labels: all, add = [], remove = [] }) => (all ? [...add, ...remove].length === 0 : true),
      "labels come alone",
    )
    .refine(
      ({ labels: all, add = [], remove = [] }) => all !== undefined || [...add, ...remove].length > 0,
      "say which labels",
    ),
  z.strictObject({ verb: z.literal("track"), items, url: trackerUrl.nullable() }),
  z.strictObject({
    verb: z.literal("answer"),
    items,
    message: told,
    workaround: told,
    fixedIn: fixedIn.nullable().optional(),
  }),
]);

export type TriageInput = z.output<typeof triageInput>;

const target = z.string().trim().min(1).max(500);
const reports = z.array(z.uuid()).min(1).max(TRIAGE_MAX);

/** Duplicates to merge; `into`: reference, id, or link. */
export const mergeInput = z.strictObject({ into: target, items });

export type MergeInput = z.output<typeof mergeInput>;

export const mergeQuestion = z.strictObject({ id: z.uuid(), into: z.string().trim().max(500) });

/** Reports to move; `into` as in a merge; null opens a new issue. */
export const moveInput = z.strictObject({
  into: target.nullable(),
  item,
  reports,
});

export type MoveInput = z.output<typeof moveInput>;

export const partInput = z.strictObject({ id: z.uuid(), other: z.uuid() });

export type PartInput = z.output<typeof partInput>;

export const trackerItemInput = z.strictObject({ id: z.uuid() });

export const undoInput = z.strictObject({ actId: z.uuid() });

// Changes of grouping; each must be the only change.
const ALONE = ["merged_into", "not_same_as", "move"] as const;

/** PATCH /api/v1/issues/{ref} */
export const patchIssueSchema = z
  .strictObject({
    state: z
      .enum(ISSUE_STATES)
      .exclude(["new", "regressed", "merged"])
      .optional()
      .describe("Where it is to go. A snoozed issue goes back to where it was with `wake`."),
    wake: z.literal(true).optional().describe("Ends a snooze."),
    fixed_in: fixedIn.optional().describe("With `resolved`: the version that has the fix."),
    reason: z.enum(DECLINE_REASONS).optional().describe("Needed with `declined`."),
    snooze: snoozeConditions.optional().describe("Needed with `snoozed`: what ends it."),
    priority: z.enum(PRIORITIES).nullable().optional(),
    assignee: z.email().nullable().optional().describe("The e-mail address of a user of the tenant."),
    claim: z.enum(CLAIMS).optional().describe("Whether what agents report is true."),
    labels: labels.optional().describe("All of its labels; those left out are removed."),
    answer: z
      .strictObject({ message: told, workaround: told, fixed_in: fixedIn.nullable().optional() })
      .optional()
      .describe("The answer to agents. Null removes a text; a text that is left out stays."),
    tracker: z
      .strictObject({ url: trackerUrl })
      .nullable()
      .optional()
      .describe("The item of an outside tracker that it is linked to; null removes the link."),
    comment: commentText
      .optional()
      .describe(
        "What you say to the team about it, as plain text; `@` before a name or e-mail address mentions.",
      ),
    merged_into: target
      .nullable()
      .optional()
      .describe("Merges this issue into another one (reference, id or URL). Null unmerges it."),
    not_same_as: target
      .optional()
      .describe("An issue that it is not about the same as: neither is suggested for the other any more."),
    move: z
      .strictObject({ reports: reports.describe("Ids of reports; others stay."), into: target.nullable() })
      .optional()
      .describe(
        "Puts reports with another issue of the tenant; `into` null opens an issue for them. The response is this issue.",
      ),
    seen: instant
      .optional()
      .describe("Its `updated_at` as you read it. If it changed since, nothing is done."),
  })
  .refine(({ seen: _, ...changes }) => Object.keys(changes).length > 0, "say what to change")
  .refine(
    ({ seen: _, ...changes }) =>
      !ALONE.some((member) => member in changes) || Object.keys(changes).length === 1,
    "merged_into, not_same_as and move come alone, or with seen only",
  );

export type PatchIssue = z.output<typeof patchIssueSchema>;
