import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { NAME_MAX, TEXT_MAX } from "@/lib/core/limits";
import {
  externalId,
  instant,
  pageQuery,
  periodQuery,
  rationale,
  shortName,
  storedName,
  tenantKey,
  wordOrAlias,
} from "@/lib/core/schema";
import { saidText } from "@/lib/core/text/blank";
import { INBOX_VIEWS } from "./inbox/types";
import { LABEL_MAX } from "./triage/types";
import { ANSWER_MAX, ISSUE_STATES, SEVERITIES } from "./types";

/** Agents know the word from risk. */
const severityWord = wordOrAlias(SEVERITIES, { medium: "med" });

const text = z.string().min(1).max(TEXT_MAX);

/** POST /api/v1/feedback */
export const feedbackSchema = z
  .strictObject({
    id: externalId.optional(),
    tenant: tenantKey,
    gateway: shortName.optional().describe("If present, the key's own gateway."),
    attempted_action: text,
    expected_outcome: text,
    actual_outcome: text,
    tool_called: shortName.optional(),
    tool_version: shortName
      .optional()
      .describe(
        "The version of the tool's server, as the server states it. An older one than the fix does not reopen an issue.",
      ),
    provider: shortName.optional(),
    error_seen: z.string().max(TEXT_MAX).optional(),
    severity: severityWord,
    rationale,
    suggested_improvement: z.string().max(TEXT_MAX).optional(),
    agent: shortName.optional(),
    session_id: shortName.optional(),
    call_id: shortName
      .optional()
      .describe(
        "The call that it is about, by the `call_id` of its audit row. Without it: the last one of the tool in the session.",
      ),
    occurred_at: instant.optional(),
  })
  .transform(camelKeys);

export type SubmitFeedback = z.output<typeof feedbackSchema>;

const label = z.string().min(1).max(LABEL_MAX);

/** GET /api/v1/feedback and /admin/feedback */
export const feedbackQuery = z.strictObject({
  ...periodQuery,
  severity: severityWord.optional(),
  tool: storedName.optional(),
  agent: storedName.optional(),
  session_id: storedName.optional(),
  issue: z.uuid().optional(),
  state: z.enum(ISSUE_STATES).optional().describe("Of the issue that the report belongs to."),
  open: z.literal("true").optional().describe("Only reports of open issues."),
  view: z
    .enum(INBOX_VIEWS)
    .optional()
    .describe(
      "Only reports of issues that the inbox shows in this view; `mine` is what is assigned to you or mentions you.",
    ),
  tenant: tenantKey.optional(),
  label: label.optional().describe("For people: a label of the issue that the report belongs to."),
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Words of any of its texts; "in quotes" as a phrase, -word to exclude. Parts of an error or a title too.',
    ),
  format: z.enum(["json", "ndjson", "csv"]).optional().describe("Wins over the Accept header."),
  ...pageQuery,
});

type FeedbackQuery = z.output<typeof feedbackQuery>;

export type FeedbackFilter = Omit<FeedbackQuery, "limit" | "cursor" | "format">;

const sought = z.string().min(1).max(500).optional();

/** GET /api/v1/issues: the filters of the inbox. */
export const issuesQuery = z.strictObject({
  since: periodQuery.since.describe(
    `${periodQuery.since.description} What counts is an issue's last report.`,
  ),
  until: periodQuery.until.describe(
    `${periodQuery.until.description} What counts is an issue's first report.`,
  ),
  tool: storedName.optional(),
  severity: severityWord.optional(),
  state: z.enum(ISSUE_STATES).optional(),
  view: z
    .enum(INBOX_VIEWS)
    .optional()
    .describe(
      "Only issues that the inbox shows in this view; `mine` is what is assigned to you or mentions you.",
    ),
  tenant: tenantKey.optional(),
  agent: storedName.optional().describe("For people: one of the agents that report it."),
  label: label.optional().describe("For people: one of its labels."),
  reported: z
    .literal("yes")
    .optional()
    .describe("Only issues that agents reported, not those that a person opened."),
  q: sought.describe("For people: words of any text of its reports, parts of its title, or a reference."),
  format: z.enum(["json", "ndjson", "csv"]).optional().describe("Wins over the Accept header."),
  ...pageQuery,
});

export type IssuesFilter = z.output<typeof issuesQuery>;

const words = z
  .string()
  .overwrite(saidText)
  .max(ANSWER_MAX, `at most ${ANSWER_MAX} characters`)
  .refine((text) => !text.includes("\0"), { error: "the NUL character is not accepted" });

export const versionWords = z
  .string()
  .overwrite(saidText)
  .max(NAME_MAX, `at most ${NAME_MAX} characters`)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, "no control characters");

const answerWords = { answer: words, workaround: words, fixedIn: versionWords };

/** A person's answer to agents. Empty texts remove it. `seen`: the answer that the person saw. */
export const answerInput = z.strictObject({
  id: z.uuid(),
  seen: z.strictObject({ answer: z.string(), workaround: z.string(), fixedIn: z.string() }),
  ...answerWords,
});

export const revealInput = z.strictObject({ id: z.uuid() });

export type AnswerInput = z.output<typeof answerInput>;
