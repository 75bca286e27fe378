import { ROLES } from "@/lib/auth/types";
import { type Recorded, recordCalls } from "@/lib/calls/commands";
import { submitCorrection } from "@/lib/calls/corrections";
import { newId } from "@/lib/core/ids";
import * as actions from "@/lib/feedback/actions";
import { answerIssue, submitFeedback } from "@/lib/feedback/commands";
import type { AnswerInput } from "@/lib/feedback/schema";
import { search } from "@/lib/search/actions";
import { unique } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";

const RATIONALE = "Import the deals that were signed on paper.";

const AT = "2026-11-21T10:00:00Z";

type Report = { tenant: string; tenantId: string; word: string };

const aReport = async ({ here }: World): Promise<Report> => ({
  tenant: here.key,
  tenantId: here.id,
  word: unique("word").replace("-", ""),
});

const request = ({ tenantId }: Report) => ({ tenantId, key: null, bodySha256: newId() });

const trouble = ({ tenant, word }: Report) => ({
  tenant,
  attemptedAction: `Create a deal for ${word}`,
  expectedOutcome: "It exists",
  actualOutcome: "It failed",
  toolCalled: `crm-${word}`,
  errorSeen: `property ${word} does not exist`,
  severity: "med" as const,
  rationale: RATIONALE,
});

const call = ({ tenant, word }: Report) => ({
  tenant,
  tool: `list-${word}`,
  rationale: RATIONALE,
  outcome: "ok" as const,
  occurredAt: AT,
});

const candidate = (report: Report) => ({
  index: 0,
  input: call(report),
  key: null,
  bodySha256: newId(),
});

const correction = ({ tenant, word }: Report) => ({ tenant, tool: "crm", utterance: `No, ${word}.` });

const telling = {
  by: ["gateway"],
  arrange: aReport,
  wrongRole: { none: "a person has no gateway's scope or key, which the walk tries by itself" },
  foreign: "FORBIDDEN",
  wrongState: { none: "a new report has no state" },
  stale: { none: "a new report was not seen by anybody" },
} as const;

export async function reported(world: World): Promise<Report & { id: string; issueId: string }> {
  const report = await aReport(world);
  const { id, issue } = await submitFeedback(await world.gateway.scope(), trouble(report), request(report));
  return { ...report, id, issueId: issue.id };
}

async function recorded(world: World): Promise<Report & Recorded> {
  const report = await aReport(world);
  return { ...report, ...(await recordCalls(await world.gateway.scope(), [candidate(report)])) };
}

/** A caller that omitted its rationale. */
async function offending(world: World): Promise<Report> {
  const report = await aReport(world);
  const input = { ...call(report), agent: report.word, rationale: undefined };
  await recordCalls(await world.gateway.scope(), [{ ...candidate(report), input }]);
  return report;
}

const NOTHING_SAID = { answer: "", workaround: "", fixedIn: "" };

async function anAnswer(world: World): Promise<AnswerInput> {
  const { issueId: id } = await reported(world);
  return { id, seen: NOTHING_SAID, answer: "A fix is on its way.", workaround: "", fixedIn: "" };
}

export const reading = {
  reads: true,
  arrange: reported,
  wrongRole: { none: "whoever belongs to the tenant may read what was reported there" },
  foreign: "untouched",
  wrongState: { none: "it is read in every state" },
  stale: { none: "it says what is there now" },
  shows: ({ word }: Report) => word,
} as const;

export const EVERYBODY = [...ROLES, "gateway"] as const;

const all = (_: Report) => ({ query: { limit: "200" } });

export type Told = Awaited<ReturnType<typeof reported>>;

export const reports: readonly Row[] = [
  deed({
    ...telling,
    doors: [
      command("lib/feedback/commands.ts", submitFeedback, (one: Report) => [trouble(one), request(one)], {
        foreign: "NOT_FOUND",
      }),
      route("POST /api/v1/feedback", ({ tenant, word }: Report) => ({
        body: {
          tenant,
          attempted_action: `Create a deal for ${word}`,
          expected_outcome: "It exists",
          actual_outcome: "It failed",
          severity: "med",
          rationale: RATIONALE,
        },
      })),
    ],
  }),
  deed({
    ...telling,
    doors: [
      command("lib/calls/commands.ts", recordCalls, (one: Report) => [[candidate(one)]], {
        foreign: "untouched",
      }),
      route("POST /api/v1/audit", (one: Report) => {
        const { occurredAt: occurred_at, ...row } = call(one);
        return { body: { ...row, occurred_at } };
      }),
    ],
  }),
  deed({
    ...telling,
    doors: [
      command("lib/calls/corrections.ts", submitCorrection, (one: Report) => [correction(one), request(one)]),
      route("POST /api/v1/corrections", (one: Report) => ({ body: correction(one) })),
    ],
  }),
  deed({
    by: ["triager", "admin"],
    arrange: anAnswer,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("STALE_VIEW"),
    stale: {
      code: "STALE_VIEW",
      seen: (answer: AnswerInput) => ({ ...answer, seen: { ...NOTHING_SAID, answer: "Something else." } }),
    },
    doors: [
      command("lib/feedback/commands.ts", answerIssue, (answer: AnswerInput) => [answer]),
      action("lib/feedback/actions.ts", actions.answerIssue, (answer: AnswerInput) => [answer]),
    ],
  }),
  deed({ ...reading, by: EVERYBODY, doors: [route("GET /api/v1/feedback", all)] }),
  deed({ ...reading, by: EVERYBODY, doors: [route("GET /api/v1/issues", all)] }),
  deed({ ...reading, by: ROLES, doors: [route("GET /admin/feedback", all)] }),
  deed({
    ...reading,
    by: EVERYBODY,
    foreign: "NOT_FOUND",
    doors: [route("GET /api/v1/feedback/{id}", ({ id }: Told) => ({ of: id }))],
  }),
  deed({
    ...reading,
    by: EVERYBODY,
    arrange: recorded,
    doors: [route("GET /api/v1/audit", all)],
  }),
  deed({
    ...reading,
    by: EVERYBODY,
    arrange: offending,
    doors: [route("GET /api/v1/offenders", all)],
  }),
  deed({
    ...reading,
    by: ROLES,
    shows: ({ issueId }: Told) => issueId,
    doors: [action("lib/search/actions.ts", search, ({ word }: Told) => [{ q: word }])],
  }),
];
