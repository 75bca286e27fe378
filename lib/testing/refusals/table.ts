import { approvals } from "./rows/approvals";
import { boundaries } from "./rows/boundaries";
import { comments } from "./rows/comments";
import { delivery } from "./rows/delivery";
import { feedbackTriage } from "./rows/feedback-triage";
import { findingsOfTools } from "./rows/findings";
import { gate } from "./rows/gate";
import { gateways } from "./rows/gateways";
import { oneself, signingIn } from "./rows/oneself";
import { people } from "./rows/people";
import { policies } from "./rows/policies";
import { policyPages } from "./rows/policy-pages";
import { reports } from "./rows/reports";
import { rules } from "./rows/rules";
import { service } from "./rows/service";
import { suggestionsOfTools } from "./rows/suggestions";
import { tenants } from "./rows/tenants";
import { tools } from "./rows/tools";
import { triage } from "./rows/triage";
import type { Row } from "./walk";

/** The whole table of refusals, in the parts that the test files walk; the last rows of a part may end sessions and people. */
export const TABLE = {
  decisions: [...triage, ...approvals, ...gate],
  administration: [...gateways, ...delivery, ...tenants],
  people: [...people, ...oneself, ...signingIn],
  service: [
    ...rules,
    ...policies,
    ...policyPages,
    ...tools,
    ...findingsOfTools,
    ...boundaries,
    ...suggestionsOfTools,
    ...reports,
    ...feedbackTriage,
    ...comments,
    ...service,
  ],
} satisfies Record<string, readonly Row[]>;

/** Verbs without a row, and rows about what is no verb. */
export function misfits(
  verbs: Iterable<string>,
  rows: readonly Pick<Row, "verbs">[],
): { withoutRow: string[]; noVerb: string[] } {
  const there = new Set(verbs);
  const walked = new Set(rows.flatMap((row) => row.verbs));
  return {
    withoutRow: [...there].filter((verb) => !walked.has(verb)).sort(),
    noVerb: [...walked].filter((verb) => !there.has(verb)).sort(),
  };
}
