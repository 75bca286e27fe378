import type { Scope } from "@/lib/core/scope";
import { redactProse } from "@/lib/core/text/prose";
import { FINGERPRINT_VERSION, feedbackFingerprint, fingerprintedText, mayAnswer } from "./rules";
import type { FeedbackRow, ReportTexts, ShownReport } from "./wire";

/** The words of a report as its agent sent them. */
export function textsOf(report: ReportTexts): ReportTexts {
  const { attemptedAction, expectedOutcome, actualOutcome, errorSeen, rationale, suggestedImprovement } =
    report;
  return { attemptedAction, expectedOutcome, actualOutcome, errorSeen, rationale, suggestedImprovement };
}

export function maskedTexts(texts: ReportTexts): ReportTexts {
  const masked = (text: string | null) => (text === null ? null : redactProse(text));
  return {
    attemptedAction: redactProse(texts.attemptedAction),
    expectedOutcome: redactProse(texts.expectedOutcome),
    actualOutcome: redactProse(texts.actualOutcome),
    errorSeen: masked(texts.errorSeen),
    rationale: masked(texts.rationale),
    suggestedImprovement: masked(texts.suggestedImprovement),
  };
}

/** Whether this scope reads reports as sent: gateways, and people who triage. */
export function readsAsSent({ actor }: Scope): boolean {
  return actor.kind !== "user" || mayAnswer(actor.role);
}

export function shownReport(report: FeedbackRow): ShownReport {
  const texts = maskedTexts(report);
  const masked = Object.entries(texts).some(([name, text]) => report[name as keyof ReportTexts] !== text);
  return {
    ...report,
    ...texts,
    masked,
    // Computed on access: of a page of reports, only one shows it.
    get print() {
      return printOf(report);
    },
  };
}

function printOf({ provider, toolCalled, errorSeen, actualOutcome }: FeedbackRow): ShownReport["print"] {
  const told = {
    provider: provider ?? undefined,
    toolCalled: toolCalled ?? undefined,
    errorSeen: errorSeen ?? undefined,
    actualOutcome,
  };
  const text = redactProse(fingerprintedText(told));
  return { text, fingerprint: feedbackFingerprint(told), version: FINGERPRINT_VERSION };
}
