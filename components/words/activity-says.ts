import { type Details, memberAt, presentAction } from "@/lib/activity/wire";

// What each act of the trail is called in a sentence after the name of who did it. {it} is the thing itself, other names in
// braces are members of the row's details as they are after the act, {name.from} as they were before; a sentence that needs a
// member the row does not have is replaced by the plain one.

type Says = string | { with: string; plain: string };

export const SAYS: Readonly<Record<string, Says>> = {
  "approval.requested": "asked for a decision on {it}",
  "approval.approved": "approved {it}",
  "approval.rejected": "rejected {it}",
  "approval.changes_requested": "requested changes to {it}",
  "approval.expired": "let {it} expire: nobody decided in time",
  "approval.cancelled": "cancelled {it}",
  "approval.revoked": "revoked the approval of {it}",
  "approval.voted": { with: "voted for {it} ({votes} of {required} needed)", plain: "voted on {it}" },
  "approval.extended": "gave people more time for {it}",
  "approval.executing": "began to run {it}",
  "approval.succeeded": "ran {it}: it succeeded",
  "approval.failed": "ran {it}: it failed",
  "approval.lapsed": "let the approval of {it} lapse: it was not used in time",
  "approval.outcome_unknown": "lost track of {it}: its outcome is unknown",
  "approval.redeemed": "used the grant for {it}",
  "approval.policy_allowed": {
    with: "let {it} run without a person: the policy “{policy}” allows it",
    plain: "let {it} run without a person: a policy allows it",
  },
  "approval.policy_denied": {
    with: "refused {it} without a person: the policy “{policy}” says so",
    plain: "refused {it} without a person: a policy says so",
  },
  "approval.auto_approved": "let {it} run without a person: the tenant lets high-risk calls through",
  "approval.confirmed": "let {it} run without a person: the gateway said the user confirmed it",
  "approval.assigned": "assigned {it} to themselves",
  "approval.unassigned": "unassigned themselves from {it}",
  "approval.snoozed": "snoozed {it}",
  "approval.reassigned": "took {it} over",
  "approval.woken": "ended the snooze of {it}",
  "approval.acknowledged": "acknowledged {it}",
  "approval.unacknowledged": "took back the acknowledgement of {it}",
  "delivery.dead": "gave up telling the gateway about {it}",
  "delivery.replayed": "told the gateway about {it} again",
  "gateway.created": { with: "registered the gateway {name}", plain: "registered {it}" },
  "gateway.renamed": { with: "renamed {it} from {name.from} to {name}", plain: "renamed {it}" },
  "gateway.tenants_added": "let {it} serve more tenants",
  "gateway.tenants_removed": "took tenants from {it}",
  "gateway.tenants_changed": "changed which tenants {it} serves",
  "gateway.callback_url_changed": "changed the callback URL of {it}",
  "gateway.callback_switched_off": "stopped calling {it} back",
  "gateway.callback_switched_on": "began to call {it} back again",
  "gateway.secret_created": "made the signing secret of {it}",
  "gateway.secret_rotated": "made a new signing secret for {it}",
  "gateway.key_created": "made a key for {it}",
  "gateway.key_extended": "let a key of {it} act for more tenants",
  "gateway.key_rotated": "replaced a key of {it}",
  "gateway.key_revoked": "revoked a key of {it}",
  "gateway.pinged": "sent a test to {it}",
  "tool.rated": "rated the tool {it}",
  "tool.rating_confirmed": "said that the rating of the tool {it} is still right for its new definition",
  "tool.proposed": "asked for a lower rating of the tool {it}",
  "tool.proposals_changed": "asked for lower ratings of many tools of the gateway {it}, or no longer does",
  "tool.proposal_withdrawn": "no longer asks for a lower rating of the tool {it}",
  "tool.proposal_accepted": "accepted the lower rating of the tool {it}",
  "tool.proposal_dismissed": "dismissed the lower rating of the tool {it}",
  "tool.finding_muted": "muted a finding of the tool {it}",
  "tool.finding_unmuted": "showed a muted finding of the tool {it} again",
  "tool.suggestion_accepted": {
    with: "accepted a suggestion ({kind}) about the tool {it}",
    plain: "accepted a suggestion about the tool {it}",
  },
  "tool.suggestion_dismissed": {
    with: "dismissed a suggestion ({kind}) about the tool {it}",
    plain: "dismissed a suggestion about the tool {it}",
  },
  "tool.suggestion_reopened": {
    with: "reopened a suggestion ({kind}) about the tool {it}",
    plain: "reopened a suggestion about the tool {it}",
  },
  "tool.suggestion_returned": {
    with: "brought a dismissed suggestion ({kind}) about the tool {it} back: twice as much speaks for it",
    plain: "brought a dismissed suggestion about the tool {it} back",
  },
  "tool.suggestion_issued": {
    with: "opened the issue {issue} from a suggestion about the tool {it}",
    plain: "opened an issue from a suggestion about the tool {it}",
  },
  "tool.described": "described the tool {it}",
  "tool.axis_named": {
    with: "counts what tools call {alias} as the boundary axis {axis} in {it}",
    plain: "changed the names of boundary axes in {it}",
  },
  "tool.axis_unnamed": {
    with: "no longer counts the boundary axis {alias} as another in {it}",
    plain: "changed the names of boundary axes in {it}",
  },
  "tool_rules.saved": {
    with: "saved version {version} of the rules for unrated tools: {less} guarded less than before, {more} more",
    plain: "saved the rules for unrated tools",
  },
  "policies.saved": {
    with: "saved version {version} of the policies ({policies} in all)",
    plain: "saved the policies",
  },
  "cheatsheet.published": { with: "published the cheatsheet of {provider}", plain: "published {it}" },
  "tenant.created": { with: "created the tenant {key}", plain: "created {it}" },
  "tenant.renamed": { with: "renamed {it} from {name.from} to {name}", plain: "renamed {it}" },
  "tenant.settings_changed": "changed the settings of {it}",
  "tenant.retention_changed": "changed how long the rows of {it} are kept",
  "tenant.rows_deleted": "deleted rows of {it} that were past their retention time",
  "tenant.deleted": { with: "deleted the tenant {key}", plain: "deleted {it}" },
  "tenant.erased": {
    with: "erased the last rows of the deleted tenant {key}",
    plain: "erased the last rows of {it}",
  },
  "user.created": { with: "added {it} as {role}", plain: "added {it}" },
  "invitation.created": { with: "invited {email} as {role}", plain: "made {it}" },
  "invitation.renewed": { with: "renewed the invitation for {email}", plain: "renewed {it}" },
  "invitation.withdrawn": { with: "revoked the invitation for {email}", plain: "revoked {it}" },
  "user.password_link_created": "made a link for {it} to set a new password",
  "user.password_link_withdrawn": "revoked the link for {it} to set a new password",
  "user.password_reset": "set a new password for {it}",
  "user.sessions_ended": "signed {it} out everywhere",
  "user.joined": "joined",
  "user.disabled": "switched {it} off",
  "user.enabled": "switched {it} on again",
  "user.renamed": {
    with: "changed the name of {it} from {name.from} to {name}",
    plain: "changed the name of {it}",
  },
  "user.role_changed": {
    with: "changed the role of {it} from {role.from} to {role}",
    plain: "changed the role of {it}",
  },
  "user.tenants_changed": "changed which tenants {it} sees",
  "user.password_changed": "changed the password of {it}",
  "user.identity_linked": {
    with: "linked the sign-in of {email} to {it}",
    plain: "linked a sign-in to {it}",
  },
  "user.identity_ended": "ended the link of {it} to single sign-on",
  "user.signed_in": "signed in",
  "user.signed_out": "signed {it} out",
  "user.token_created": "made a personal token for {it}",
  "user.token_revoked": "revoked a personal token of {it}",
  "view.saved": { with: "saved the view {name}", plain: "saved a view" },
  "view.renamed": { with: "renamed a view from {name.from} to {name}", plain: "renamed a view" },
  "view.deleted": { with: "deleted the view {name}", plain: "deleted a view" },
  "setup.link_created": "made a one-time setup link",
  "setup.completed": { with: "set up Countersign as {email}", plain: "set up Countersign" },
  "issue.answered": "answered the agents about {it}",
  "issue.accepted": "accepted {it}",
  "issue.started": "started work on {it}",
  "issue.resolved": { with: "resolved {it}, fixed in {fixed_in}", plain: "resolved {it}" },
  "issue.declined": { with: "declined {it}: {decline_reason}", plain: "declined {it}" },
  "issue.questioned": "asked for more information about {it}",
  "issue.snoozed": { with: "snoozed {it} until {snoozed_until}", plain: "snoozed {it}" },
  "issue.woken": "ended the snooze of {it}",
  "issue.regressed": "found that {it} came back after it was resolved",
  "issue.reopened": "reopened {it}",
  "issue.assigned": "changed whom {it} is assigned to",
  "issue.prioritized": {
    with: "set the priority of {it} to {priority}",
    plain: "removed the priority of {it}",
  },
  "issue.verified": { with: "marked the reports of {it} as {claim}", plain: "marked the reports of {it}" },
  "issue.labeled": "changed the labels of {it}",
  "issue.tracked": {
    with: "linked {it} to {tracker_url}",
    plain: "removed the link of {it} to a tracker",
  },
  "issue.merged": "merged {it} into another issue",
  "issue.unmerged": "took {it} out of the issue it was merged into",
  "issue.opened": "opened the issue {it}, which no agent reported",
  "issue.moved": {
    with: "moved reports of {it} to another issue ({reports})",
    plain: "moved reports of {it} to another issue",
  },
  "issue.split": {
    with: "opened an issue for reports split off from {it} ({reports})",
    plain: "split {it}",
  },
  "issue.parted": "said that {it} and another issue are not the same",
  "issue.revealed": "read a report of {it} with what looks like a credential in it",
  "issue.commented": "commented on {it}",
  "issue.comment_edited": "edited a comment on {it}",
  "issue.comment_deleted": "deleted a comment on {it}",
  "issue.undone": "took back what was last done with {it}",
  "sample.requested": "asked for the sample workspace",
  "sample.loaded": { with: "made the sample workspace ({rows} rows)", plain: "made the sample workspace" },
  "sample.removal_requested": "asked to remove the sample workspace",
  "sample.removed": {
    with: "removed the sample workspace ({rows} rows)",
    plain: "removed the sample workspace",
  },
  "backup.made": {
    with: "made the backup {file} ({rows} rows, SHA-256 {sha256})",
    plain: "made a backup",
  },
  "backup.restored": {
    with: "restored this database from {file}, made at {made_at} ({rows} rows, SHA-256 {sha256}, its activity log {trail})",
    plain: "restored this database from a backup",
  },
  "activity.checked": {
    with: "checked {it}: {result} ({rows} rows)",
    plain: "checked {it}",
  },
};

/** The groups one can filter by, in the order they are offered. */
export const ACTION_GROUPS: readonly { value: string; label: string }[] = [
  { value: "approval", label: "Approvals" },
  { value: "delivery", label: "Callbacks" },
  { value: "gateway", label: "Gateways" },
  { value: "tool", label: "Tools" },
  { value: "tool_rules", label: "Rules for unrated tools" },
  { value: "policies", label: "Policies" },
  { value: "cheatsheet", label: "Cheatsheets" },
  { value: "tenant", label: "Tenants and settings" },
  { value: "user", label: "People" },
  { value: "invitation", label: "Invitations" },
  { value: "view", label: "Saved views" },
  { value: "issue", label: "Feedback" },
  { value: "activity", label: "Checks of the trail" },
  { value: "setup", label: "Setting up" },
  { value: "backup", label: "Backups" },
  { value: "sample", label: "Sample workspace" },
];

/** The sentence of an act, with its places still in braces. Acts this version does not know are named as they are. */
export function sentenceOf(action: string, details: Details): string {
  const says = SAYS[presentAction(action)];
  if (says === undefined) return `did “${action}” to {it}`;
  if (typeof says === "string") return says;
  const needed = [...says.with.matchAll(/\{([\w.]+)\}/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => name !== "it");
  return needed.every((name) => isShown(memberAt(details, name))) ? says.with : says.plain;
}

const isShown = (value: unknown) => typeof value === "string" || typeof value === "number";

/** What the thing an act is about is called where it has no name. */
export const SUBJECT_WORDS: Readonly<Record<string, string>> = {
  approval: "call",
  tenant: "tenant",
  gateway: "gateway",
  tool: "tool",
  user: "person",
  tool_rules: "rules for unrated tools",
  policies: "policies",
  cheatsheet: "cheatsheet",
  delivery: "callback",
  feedback: "issue",
  issue: "issue",
  trail: "this trail",
  setup: "setup",
  invitation: "invitation",
  view: "view",
};

/** What the members of details are called, as far as people change them; others by their own names. */
export const MEMBERS: Readonly<Record<string, string>> = {
  value: "What",
  ttl_seconds: "Time to decide",
  use_by_callback_seconds: "Time to start, by callback",
  use_by_reissue_seconds: "Time to start, when repeated",
  rejection_cooldown_seconds: "Cool-down after a rejection",
  rationale_grace_days: "Grace period in days",
  confirm_mode: "confirm: true",
  auto_approve_high_risk: "High-risk calls let through",
  block_self_approval: "Nobody approves their own call",
  tokens_approve_critical: "Tokens approve critical calls",
  calls: "Days to keep calls",
  approvals: "Days to keep approvals",
  feedback: "Days to keep reports",
  risk: "Risk",
  requires_confirmation: "A person must confirm",
  our_impact: "Impact",
  our_category: "Category",
  decide_by: "Decide by",
  looked_ms: "Page stood still before (ms)",
  callback_url: "Callback URL",
};
