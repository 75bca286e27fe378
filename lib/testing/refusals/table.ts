import { agents } from "./rows/agents";
import { approvals } from "./rows/approvals";
import { boundaries } from "./rows/boundaries";
import { comments } from "./rows/comments";
import { delegations } from "./rows/delegations";
import { delivery } from "./rows/delivery";
import { destinations } from "./rows/destinations";
import { expiredCalls } from "./rows/expired";
import { feedbackTriage } from "./rows/feedback-triage";
import { findingsOfTools } from "./rows/findings";
import { gate } from "./rows/gate";
import { gateways } from "./rows/gateways";
import { groups } from "./rows/groups";
import { intents } from "./rows/intents";
import { notes } from "./rows/notes";
import { notifications } from "./rows/notifications";
import { oneself, signingIn } from "./rows/oneself";
import { passkeys } from "./rows/passkeys";
import { people } from "./rows/people";
import { policies } from "./rows/policies";
import { policyPages } from "./rows/policy-pages";
import { push } from "./rows/push";
import { rationales } from "./rows/rationales";
import { remembered } from "./rows/remembered";
import { reports } from "./rows/reports";
import { reviews } from "./rows/reviews";
import { rules } from "./rows/rules";
import { service } from "./rows/service";
import { decidingInSlack, slack } from "./rows/slack";
import { suggestionsOfTools } from "./rows/suggestions";
import { tenants } from "./rows/tenants";
import { tools } from "./rows/tools";
import { triage } from "./rows/triage";
import type { Row } from "./walk";

export const TABLE = {
  decisions: [
    ...triage,
    ...approvals,
    ...remembered,
    ...reviews,
    ...gate,
    ...decidingInSlack,
    ...expiredCalls,
  ],
  administration: [...gateways, ...delivery, ...destinations, ...slack, ...tenants],
  people: [...people, ...passkeys, ...oneself, ...notifications, ...push, ...signingIn],
  service: [
    ...rules,
    ...policies,
    ...policyPages,
    ...groups,
    ...delegations,
    ...agents,
    ...tools,
    ...findingsOfTools,
    ...boundaries,
    ...suggestionsOfTools,
    ...rationales,
    ...intents,
    ...reports,
    ...feedbackTriage,
    ...comments,
    ...notes,
    ...service,
  ],
} satisfies Record<string, readonly Row[]>;

/** Verbs without a row, and rows without a verb. */
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
