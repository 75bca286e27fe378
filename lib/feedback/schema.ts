import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { externalId, instant, NAME_MAX, pageQuery, rationale, shortName, tenantKey } from "@/lib/core/wire";

/** Characters of each text an agent writes. */
export const TEXT_MAX = 10_000;
export const TITLE_MAX = 120;
/** Characters of what people tell agents; each agent that reports the same reads it. */
export const ANSWER_MAX = 2_000;

export const SEVERITIES = ["low", "med", "high"] as const;
export type SeverityWord = (typeof SEVERITIES)[number];

/** `medium` is taken for `med`: agents know the word from risk. */
export const severityWord = z
  .enum([...SEVERITIES, "medium"], `one of: ${SEVERITIES.join(", ")}`)
  .transform((word): SeverityWord => (word === "medium" ? "med" : word));

export const ISSUE_STATES = [
  "new",
  "accepted",
  "in_progress",
  "resolved",
  "regressed",
  "declined",
  "needs_info",
  "snoozed",
  "merged",
] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

const text = z.string().min(1).max(TEXT_MAX);

/** POST /api/v1/feedback */
export const feedbackWire = z.strictObject({
  id: externalId.optional(),
  tenant: tenantKey,
  gateway: shortName.optional().describe("If present, the key's own gateway."),
  attempted_action: text,
  expected_outcome: text,
  actual_outcome: text,
  tool_called: shortName.optional(),
  provider: shortName.optional(),
  error_seen: z.string().max(TEXT_MAX).optional(),
  severity: severityWord,
  rationale,
  suggested_improvement: z.string().max(TEXT_MAX).optional(),
  agent: shortName.optional(),
  session_id: shortName.optional(),
  occurred_at: instant.optional(),
});
export const feedbackSchema = feedbackWire.transform(camelKeys);
export type SubmitFeedback = z.output<typeof feedbackSchema>;

/** Members that may differ between retries of one report. */
export const RETRY_MAY_DIFFER = ["occurred_at"];

/** GET /api/v1/feedback and /admin/feedback */
export const feedbackQuery = z.strictObject({
  since: instant.optional(),
  until: instant.optional().describe("Not included."),
  severity: severityWord.optional(),
  tool: shortName.optional(),
  agent: shortName.optional(),
  session_id: shortName.optional(),
  issue: z.uuid().optional(),
  state: z.enum(ISSUE_STATES).optional().describe("Of the issue that the report belongs to."),
  open: z.literal("true").optional().describe("Only reports of issues that nobody has closed."),
  tenant: tenantKey.optional(),
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
export type FeedbackQuery = z.output<typeof feedbackQuery>;
/** Which reports are meant. */
export type FeedbackFilter = Omit<FeedbackQuery, "limit" | "cursor" | "format">;

/** GET /api/v1/issues */
export const issuesQuery = z.strictObject({
  tool: shortName.optional(),
  state: z.enum(ISSUE_STATES).optional(),
  tenant: tenantKey.optional(),
  ...pageQuery,
});
export type IssuesFilter = z.output<typeof issuesQuery>;

/** What agents may be told about an issue. */
export type PublicAnswer = {
  state: IssueState;
  message: string | null;
  workaround: string | null;
  fixedIn: string | null;
};

/** An issue as a report names it. */
export type IssueHead = { id: string; ref: string; title: string; state: IssueState; url: string };

export type IssueRow = IssueHead & {
  tenant: string;
  provider: string | null;
  tool: string | null;
  answer: PublicAnswer | null;
  /** How often it was reported. */
  reports: number;
  createdAt: Date;
  updatedAt: Date;
};

export type FeedbackRow = {
  id: string;
  externalId: string | null;
  tenant: string;
  gateway: string;
  issue: IssueHead;
  attemptedAction: string;
  expectedOutcome: string;
  actualOutcome: string;
  toolCalled: string | null;
  provider: string | null;
  errorSeen: string | null;
  severity: SeverityWord;
  rationale: string | null;
  suggestedImprovement: string | null;
  agent: string | null;
  sessionId: string | null;
  occurredAt: Date | null;
  createdAt: Date;
};

/** What a person tells agents about an issue. Empty texts say nothing. `seen` is when the issue last changed, as it was shown. */
export const answerInput = z.strictObject({
  id: z.uuid(),
  seen: z.iso.datetime(),
  answer: z.string().trim().max(ANSWER_MAX, `at most ${ANSWER_MAX} characters`),
  workaround: z.string().trim().max(ANSWER_MAX, `at most ${ANSWER_MAX} characters`),
  fixedIn: z.string().trim().max(NAME_MAX, `at most ${NAME_MAX} characters`),
});
export type AnswerInput = z.output<typeof answerInput>;

export type Page<T> = { rows: T[]; nextCursor: string | null };
