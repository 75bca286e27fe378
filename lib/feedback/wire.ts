import * as z from "zod";
import { foreignText, pageWire, type RowOf, warningsWire, wireOf, wireTime } from "@/lib/core/wire";
import type { CommentRow } from "./comments/types";
import { CLAIMS, DECLINE_REASONS, MARKS, PRIORITIES } from "./triage/types";
import { ISSUE_STATES, type Page, SEVERITIES, type TrackerLink } from "./types";

const text = z.string().nullable();

const issueHeadWire = z.strictObject({
  id: z.uuid(),
  ref: z
    .string()
    .describe(
      "As people call it, for example FB-12@acme: its number among the tenant's issues, and the tenant.",
    ),
  title: z.string(),
  state: z.enum(ISSUE_STATES),
  url: z.string().describe("Where people see it."),
});

export type IssueHead = RowOf<typeof issueHeadWire>;

const publicAnswerWire = z.strictObject({
  state: z.enum(ISSUE_STATES),
  message: text,
  workaround: foreignText.nullable(),
  fixed_in: text,
});

export type PublicAnswer = RowOf<typeof publicAnswerWire>;

const snoozeWire = z.strictObject({
  until: wireTime.nullable(),
  reports: z.int().nullable().describe("This many more reports since it was snoozed."),
  severity: z.enum(SEVERITIES).nullable(),
  correction: z.boolean(),
  new_version: z.boolean(),
});

/** The ends of a snooze: the first one counts. `reports`: new ones since its start. */
export type Snooze = RowOf<typeof snoozeWire>;

const triageWire = z.strictObject({
  priority: z.enum(PRIORITIES).nullable(),
  claim: z.enum(CLAIMS).describe("Whether what agents report is true."),
  assignee: z.string().nullable().describe("The name of the user it is assigned to."),
  labels: z.array(z.string()),
  tracker: z
    .strictObject({
      url: z.string(),
      state: z
        .enum(["open", "closed"])
        .nullable()
        .describe("As its tracker last said; null where it was not asked."),
    })
    .nullable()
    .describe("The item of an outside tracker that it is linked to."),
  decline_reason: z.enum(DECLINE_REASONS).nullable(),
  fixed_at: wireTime.nullable().describe("When it was resolved; null in every other state."),
  snooze: snoozeWire
    .nullable()
    .describe("What ends its snooze: the first of these to come. Null while it is not snoozed."),
});

export type IssueTriage = RowOf<typeof triageWire, "assignee" | "tracker" | "snooze"> & {
  assignee: { id: string; name: string } | null;
  tracker: TrackerLink | null;
  snooze: Snooze | null;
};

const issueWire = z
  .strictObject({
    ...issueHeadWire.shape,
    tenant: z.string(),
    provider: foreignText.nullable(),
    tool: foreignText.nullable(),
    answer: publicAnswerWire.nullable().describe("The answer to agents; null without one."),
    severity: z.enum(SEVERITIES).describe("The highest of its reports."),
    triage: triageWire.nullable().describe("What people decided about it; null for gateways."),
    merged_into: text.describe(
      "The reference of the issue that it is merged into, which counts its reports too. Null: not merged.",
    ),
    mark: z
      .enum(MARKS)
      .nullable()
      .describe(
        "What the reports of an open or snoozed issue say: first seen in the last seven days, ongoing, growing, or regressed; null once it is closed.",
      ),
    reports: z.int().describe("How often it was reported, with those merged into it."),
    created_at: wireTime,
    updated_at: wireTime,
  })
  .meta({ id: "Issue" });

export type IssueRow = RowOf<typeof issueWire, "answer" | "triage"> & {
  answer: PublicAnswer | null;
  triage: IssueTriage | null;
};

/** An issue with its figures, including those of merged issues. */
export type CountedIssue = IssueRow & {
  figures: { sessions: number; agents: number; firstSeenAt: Date; lastSeenAt: Date };
};

const commentWire = z.strictObject({
  id: z.uuid(),
  issue: z
    .string()
    .describe("The reference of the issue it was written on: this one, or one merged into it."),
  author: text.describe("Who wrote it; null when that user is no more."),
  text: text.describe("Null once its author deleted it."),
  mentions: z.array(z.string()).describe("The names of those it mentions."),
  created_at: wireTime,
  edited_at: wireTime.nullable(),
});

export const oneIssueWire = z
  .strictObject({
    ...issueWire.shape,
    comments: z
      .array(commentWire)
      .nullable()
      .describe("Its newest comments, at most 50, in the order they were written; null for gateways."),
  })
  .meta({ id: "IssueWithComments" });

export const feedbackWire = z
  .strictObject({
    id: z.uuid(),
    external_id: foreignText.nullable().describe("Your own id for the report."),
    tenant: z.string(),
    gateway: z.string(),
    issue: issueHeadWire.describe("The issue that equal reports belong to."),
    attempted_action: foreignText,
    expected_outcome: foreignText,
    actual_outcome: foreignText,
    tool_called: text,
    provider: foreignText.nullable(),
    error_seen: foreignText.nullable(),
    severity: z.enum(SEVERITIES),
    rationale: foreignText.nullable(),
    suggested_improvement: foreignText.nullable(),
    agent: foreignText.nullable(),
    session_id: foreignText.nullable(),
    call_id: foreignText.nullable().describe("The call that it is about, by the `call_id` of its audit row."),
    occurred_at: wireTime.nullable(),
    created_at: wireTime,
  })
  .meta({ id: "Feedback" });

export type FeedbackRow = RowOf<typeof feedbackWire>;

export type ReportTexts = Pick<
  FeedbackRow,
  "attemptedAction" | "expectedOutcome" | "actualOutcome" | "errorSeen" | "rationale" | "suggestedImprovement"
>;

/** A report as pages show it: without likely credentials; `masked`: some were removed. */
export type ShownReport = FeedbackRow & {
  masked: boolean;
  /** The common text of equal reports, and its fingerprint. */
  print: { text: string; fingerprint: string; version: number };
};

export const submittedWire = z.strictObject({
  id: z.uuid(),
  issue: issueHeadWire,
  known: z.boolean().describe("True: others reported the same before."),
  answer: publicAnswerWire.optional().describe("The answer to agents; left out until there is one."),
  warnings: warningsWire,
});

const { shape } = feedbackWire;

/** One report as a flat record, in the order of the columns of an export. */
export const feedbackRecordWire = z
  .strictObject({
    id: shape.id,
    external_id: shape.external_id,
    tenant: shape.tenant,
    gateway: shape.gateway,
    issue: issueHeadWire.shape.ref,
    issue_id: issueHeadWire.shape.id,
    issue_title: issueHeadWire.shape.title,
    issue_state: issueHeadWire.shape.state,
    severity: shape.severity,
    tool_called: shape.tool_called,
    provider: shape.provider,
    attempted_action: shape.attempted_action,
    expected_outcome: shape.expected_outcome,
    actual_outcome: shape.actual_outcome,
    error_seen: shape.error_seen,
    rationale: shape.rationale,
    suggested_improvement: shape.suggested_improvement,
    agent: shape.agent,
    session_id: shape.session_id,
    call_id: shape.call_id,
    occurred_at: shape.occurred_at,
    created_at: shape.created_at,
  })
  .meta({ id: "FeedbackRecord" });

export type FeedbackRecord = z.output<typeof feedbackRecordWire>;

export const FEEDBACK_COLUMNS = Object.keys(feedbackRecordWire.shape) as (keyof FeedbackRecord)[];

const triaged = triageWire.shape;

const FOR_PEOPLE = "Null for gateways.";

/** One issue as a flat record, in the order of the columns of an export. */
export const issueRecordWire = z
  .strictObject({
    id: issueHeadWire.shape.id,
    ref: issueHeadWire.shape.ref,
    tenant: z.string(),
    title: issueHeadWire.shape.title,
    state: issueHeadWire.shape.state,
    severity: z.enum(SEVERITIES),
    mark: z.enum(MARKS).nullable().describe("Null once it is closed."),
    priority: triaged.priority.describe(FOR_PEOPLE),
    claim: triaged.claim.nullable().describe(`${triaged.claim.description} ${FOR_PEOPLE}`),
    assignee: triaged.assignee.describe(`${triaged.assignee.description} ${FOR_PEOPLE}`),
    labels: triaged.labels.nullable().describe(FOR_PEOPLE),
    provider: foreignText.nullable(),
    tool: foreignText.nullable(),
    reports: z.int(),
    sessions: z.int(),
    agents: z.int(),
    first_seen_at: wireTime,
    last_seen_at: wireTime,
    fixed_in: text,
    fixed_at: triaged.fixed_at.describe(`${triaged.fixed_at.description} ${FOR_PEOPLE}`),
    decline_reason: triaged.decline_reason.describe(FOR_PEOPLE),
    answer: text,
    workaround: foreignText.nullable(),
    merged_into: text,
    tracker_url: text.describe(FOR_PEOPLE),
    tracker_state: z.enum(["open", "closed"]).nullable().describe(FOR_PEOPLE),
    url: issueHeadWire.shape.url,
    created_at: wireTime,
    updated_at: wireTime,
  })
  .meta({ id: "IssueRecord" });

export type IssueRecord = z.output<typeof issueRecordWire>;

export const ISSUE_COLUMNS = Object.keys(issueRecordWire.shape) as (keyof IssueRecord)[];

export const feedbackPageWire = pageWire(feedbackWire);
export const issuePageWire = pageWire(issueWire);

export function wireIssueHead({ id, ref, title, state, url }: IssueHead): z.output<typeof issueHeadWire> {
  return { id, ref, title, state, url };
}

export function wirePublicAnswer(answer: PublicAnswer): z.output<typeof publicAnswerWire> {
  return wireOf(publicAnswerWire, answer, {});
}

function wireTriage(triage: IssueTriage): z.output<typeof triageWire> {
  const { assignee, tracker, snooze } = triage;
  return wireOf(triageWire, triage, {
    assignee: assignee?.name ?? null,
    tracker: tracker && { url: tracker.url, state: tracker.state },
    snooze: snooze && wireOf(snoozeWire, snooze, {}),
  });
}

export function wireIssue(issue: IssueRow): z.output<typeof issueWire> {
  return wireOf(issueWire, issue, {
    answer: issue.answer && wirePublicAnswer(issue.answer),
    triage: issue.triage && wireTriage(issue.triage),
  });
}

export function wireOneIssue(
  issue: IssueRow,
  comments: readonly CommentRow[] | null,
): z.output<typeof oneIssueWire> {
  return { ...wireIssue(issue), comments: comments?.map(wireComment) ?? null };
}

function wireComment(row: CommentRow): z.output<typeof commentWire> {
  const { ref, author, mentions } = row;
  return wireOf(commentWire, row, {
    issue: ref,
    author: author?.name ?? null,
    mentions: mentions.map(({ name }) => name),
  });
}

export function wireFeedback(row: FeedbackRow): z.output<typeof feedbackWire> {
  return wireOf(feedbackWire, row, { issue: wireIssueHead(row.issue) });
}

export function wirePage<R, W>(
  page: Page<R>,
  wire: (row: R) => W,
): { data: W[]; next_cursor: string | null } {
  return { data: page.rows.map(wire), next_cursor: page.nextCursor };
}

/** One report as a flat record: what a line of an export says. */
export function wireFeedbackRecord(row: FeedbackRow): FeedbackRecord {
  const { issue, ...report } = wireFeedback(row);
  return {
    ...report,
    issue: issue.ref,
    issue_id: issue.id,
    issue_title: issue.title,
    issue_state: issue.state,
  };
}

/** One issue as a flat record: what a line of an export says. */
export function wireIssueRecord({ figures, ...issue }: CountedIssue): IssueRecord {
  const { answer, triage, ...row } = wireIssue(issue);
  return {
    ...row,
    priority: triage?.priority ?? null,
    claim: triage?.claim ?? null,
    assignee: triage?.assignee ?? null,
    labels: triage?.labels ?? null,
    sessions: figures.sessions,
    agents: figures.agents,
    first_seen_at: figures.firstSeenAt,
    last_seen_at: figures.lastSeenAt,
    fixed_in: answer?.fixed_in ?? null,
    fixed_at: triage?.fixed_at ?? null,
    decline_reason: triage?.decline_reason ?? null,
    answer: answer?.message ?? null,
    workaround: answer?.workaround ?? null,
    tracker_url: triage?.tracker?.url ?? null,
    tracker_state: triage?.tracker?.state ?? null,
  };
}
