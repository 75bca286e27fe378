import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import { externalId, instant, pageQuery, rationale, shortName, tenantKey } from "@/lib/core/wire";

/** Characters of each text an agent writes. */
export const TEXT_MAX = 10_000;
export const TITLE_MAX = 120;

export const SEVERITIES = ["low", "med", "high"] as const;
export type SeverityWord = (typeof SEVERITIES)[number];

/** `medium` is taken for `med`: agents know the word from risk. */
export const severityWord = z
  .enum([...SEVERITIES, "medium"])
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
  severity: severityWord.optional(),
  tool: shortName.optional(),
  state: z.enum(ISSUE_STATES).optional().describe("Of the issue that the report belongs to."),
  tenant: tenantKey.optional(),
  ...pageQuery,
});
export type FeedbackFilter = z.output<typeof feedbackQuery>;

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

/** One issue with its newest reports. */
export type IssueDetail = IssueHead &
  Pick<IssueRow, "provider" | "tool" | "answer" | "reports"> & { newest: FeedbackRow[] };

export type Page<T> = { rows: T[]; nextCursor: string | null };
