import * as z from "zod";
import { ok } from "./answers";
import { openApiDocument } from "./openapi";
import { type Resource, resource } from "./resource";
import { apiRoute } from "./route";
import { agents } from "./v1/agents";
import { approval, approvals } from "./v1/approvals";
import { audit } from "./v1/audit";
import { authorize } from "./v1/authorize";
import { cheatsheets } from "./v1/cheatsheets";
import { corrections } from "./v1/corrections";
import {
  adminApprove,
  adminReject,
  approve,
  cancel,
  execution,
  extend,
  outcome,
  reject,
  requestChanges,
  revoke,
  undo,
} from "./v1/decisions";
import { delegations, oneDelegation } from "./v1/delegations";
import { feedbackDigest } from "./v1/digest";
import { events } from "./v1/events";
import { evidence } from "./v1/evidence";
import { expiredCalls } from "./v1/expired";
import { adminFeedback, feedback, oneFeedback } from "./v1/feedback";
import { groups, oneGroup } from "./v1/groups";
import { health, ready } from "./v1/health";
import { insights } from "./v1/insights";
import { intents, oneIntent, weeklyIntents } from "./v1/intents";
import { issues, issueTask, oneIssue } from "./v1/issues";
import { metrics } from "./v1/metrics";
import { notifications } from "./v1/notifications";
import { offenders } from "./v1/offenders";
import { policies, tryPolicies } from "./v1/policies";
import { policy } from "./v1/policy";
import { questions, replies } from "./v1/questions";
import { receiptKeys } from "./v1/receipt-keys";
import { remembered, rememberedRule } from "./v1/remembered-rules";
import { closeReview, reviews } from "./v1/reviews";
import { toolHealth } from "./v1/tool-health";
import { toolRules } from "./v1/tool-rules";
import { toolSuggestions } from "./v1/tool-suggestions";
import { knownTools, toolFindings, tools } from "./v1/tools";

const getDocument = apiRoute(
  "anyone",
  {
    summary: "This document.",
    answers: { 200: { says: "OpenAPI 3.1.", body: z.looseObject({ openapi: z.literal("3.1.0") }) } },
  },
  async () => ok(wholeDocument()),
);

export const document = resource("/api/openapi.json", { GET: getDocument });

export const RESOURCES: readonly Resource[] = [
  authorize,
  approvals,
  expiredCalls,
  approval,
  evidence,
  receiptKeys,
  cancel,
  replies,
  execution,
  approve,
  reject,
  requestChanges,
  questions,
  outcome,
  revoke,
  undo,
  extend,
  remembered,
  rememberedRule,
  reviews,
  closeReview,
  policy,
  policies,
  tryPolicies,
  groups,
  oneGroup,
  delegations,
  oneDelegation,
  agents,
  events,
  notifications,
  feedback,
  feedbackDigest,
  oneFeedback,
  issues,
  oneIssue,
  issueTask,
  audit,
  intents,
  weeklyIntents,
  oneIntent,
  corrections,
  insights,
  offenders,
  tools,
  knownTools,
  toolHealth,
  toolFindings,
  toolRules,
  toolSuggestions,
  cheatsheets,
  adminApprove,
  adminReject,
  adminFeedback,
  health,
  ready,
  metrics,
  document,
];

let described: ReturnType<typeof openApiDocument> | undefined;

/** The OpenAPI document of all of them, made once. */
export function wholeDocument(): ReturnType<typeof openApiDocument> {
  described ??= openApiDocument(RESOURCES);
  return described;
}
