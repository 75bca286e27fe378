type Wire = Record<string, unknown>;

/** The contract's members; others are refused, as by the real server. */
export const MEMBERS: Record<string, string> = {
  "/api/v1/authorize":
    "id tenant gateway provider tool arguments rationale risk summary impact facts preview confirm mode ttl_seconds callback_url agent " +
    "agent_version on_behalf_of session_id call_id correlation precondition redemption_key occurred_at wait_seconds",
  "/api/v1/tools": "provider tools",
  "/api/v1/feedback":
    "id tenant gateway attempted_action expected_outcome actual_outcome tool_called tool_version provider error_seen severity rationale " +
    "suggested_improvement agent session_id call_id occurred_at",
};
export const AUDIT_MEMBERS =
  "id tenant gateway provider tool method rationale risk arguments outcome outcome_detail error_message validation referral duration_ms " +
  "attempt agent agent_version model on_behalf_of session_id call_id approval_id occurred_at";
export const TOOL_MEMBERS =
  "name description inputSchema outputSchema annotations risk requires_confirmation impact category cheatsheet";

export function unknownMembers(value: Wire, members: string): string[] {
  return Object.keys(value).filter((key) => !members.split(" ").includes(key));
}

// After the grace period: only records of calls refused for their rationale are accepted without
// one.
export const hasRationale = ({ rationale }: Wire) =>
  typeof rationale === "string" && rationale.trim().length >= 10;
export const saysRefused = ({ outcome, validation }: Wire) =>
  (outcome === "validation_error" || outcome === "unknown_tool") &&
  ((validation ?? []) as Wire[]).some(({ path }) => path === "/rationale");
