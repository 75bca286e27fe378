import { type Details, memberAt, presentAction } from "@/lib/activity/wire";

// The sentence of each action after the actor's name. {it} is the subject. Other names in braces
// are members of the row's details after the action, {name.from} before it. If a member is missing,
// the plain sentence is used.

type Says = string | { with: string; plain: string };

export const SAYS: Readonly<Record<string, Says>> = {
  "approval.requested": "asked for a decision on {it}",
  "approval.approved": "approved {it}",
  "approval.broke_glass": "approved {it} alone by break-glass",
  "approval.reviewed": "reviewed the break-glass approval of {it}",
  "approval.rejected": "rejected {it}",
  "approval.changes_requested": "requested changes to {it}",
  "approval.expired": "let {it} expire: no one decided in time",
  "approval.cancelled": "cancelled {it}",
  "approval.revoked": "revoked the approval of {it}",
  "approval.edited": {
    with: "edited the arguments of {it}, for another person to approve",
    plain: "edited the arguments of a call",
  },
  "approval.agreed": "approved {it}, which is held before release",
  "approval.undone": { with: "undid the approval of {it} by {of}", plain: "undid an approval of a call" },
  "approval.release_stopped": {
    with: "did not release {it}: the policy “{refused_by}” refuses it",
    plain: "did not release {it}: an approval no longer counts",
  },
  "approval.escalated": { with: "escalated {it} to {whom}", plain: "escalated a call" },
  "approval.outcome_recorded": "recorded what became of {it}",
  "approval.reminded": {
    with: "reminded of {it}: {percent} % of the time to decide is over",
    plain: "reminded of a waiting call",
  },
  "approval.voted": { with: "approved {it} ({votes} of {required} approvals given)", plain: "voted on {it}" },
  "approval.extended": "extended the deadline of {it}",
  "approval.executing": "started to run {it}",
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
    with: "refused {it} without a person: the policy “{policy}” denies it",
    plain: "refused {it} without a person: a policy denies it",
  },
  "approval.rule_allowed": {
    with: "let {it} run without a person: a remembered rule of {rule_by} allows it",
    plain: "let {it} run without a person: a remembered rule allows it",
  },
  "approval.remembered": "made a remembered rule with the approval of {it}",
  "approval.rule_revoked": "revoked the remembered rule made from {it}",
  "approval.rule_restored": "restored the remembered rule made from {it}",
  "approval.auto_approved": "let {it} run without a person: the tenant lets high-risk calls through",
  "approval.confirmed": "let {it} run without a person: the gateway said the user confirmed it",
  "approval.assigned": "assigned {it} to themselves",
  "approval.unassigned": "unassigned themselves from {it}",
  "approval.snoozed": "snoozed {it}",
  "approval.reassigned": "took {it} over",
  "approval.woken": "ended the snooze of {it}",
  "approval.acknowledged": "acknowledged {it}",
  "approval.unacknowledged": "withdrew the acknowledgement of {it}",
  "delivery.dead": "gave up sending the callback of {it}",
  "delivery.replayed": "resent the callback of {it}",
  "gateway.created": { with: "registered the gateway {name}", plain: "registered {it}" },
  "gateway.renamed": { with: "renamed {it} from {name.from} to {name}", plain: "renamed {it}" },
  "gateway.tenants_added": "added tenants to {it}",
  "gateway.tenants_removed": "removed tenants from {it}",
  "gateway.tenants_changed": "changed which tenants {it} serves",
  "gateway.callback_url_changed": "changed the callback URL of {it}",
  "gateway.callback_switched_off": "switched off the callback of {it}",
  "gateway.callback_switched_on": "switched on the callback of {it}",
  "gateway.secret_created": "made the signing secret of {it}",
  "gateway.secret_rotated": "made a new signing secret for {it}",
  "gateway.key_created": "made a key for {it}",
  "gateway.key_extended": "added tenants to a key of {it}",
  "gateway.key_rotated": "replaced a key of {it}",
  "gateway.key_revoked": "revoked a key of {it}",
  "gateway.pinged": "sent a test to {it}",
  "tool.rated": "rated the tool {it}",
  "tool.rating_confirmed": "confirmed the rating of the tool {it} for its new definition",
  "tool.proposed": "asked for a lower rating of the tool {it}",
  "tool.proposals_changed": "changed its requests for lower ratings of tools of the gateway {it}",
  "tool.proposal_withdrawn": "withdrew its request for a lower rating of the tool {it}",
  "tool.proposal_accepted": "accepted the lower rating of the tool {it}",
  "tool.proposal_dismissed": "dismissed the lower rating of the tool {it}",
  "tool.finding_muted": "muted a finding of the tool {it}",
  "tool.finding_unmuted": "unmuted a finding of the tool {it}",
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
    with: "reopened a dismissed suggestion ({kind}) about the tool {it}: its evidence has doubled",
    plain: "reopened a dismissed suggestion about the tool {it}",
  },
  "tool.suggestion_issued": {
    with: "opened the issue {issue} from a suggestion about the tool {it}",
    plain: "opened an issue from a suggestion about the tool {it}",
  },
  "rationale.judged": "marked a rationale as meaningful or not",
  "rationale.linked": {
    with: "said that two rationales belong {kind}",
    plain: "said whether two rationales belong together",
  },
  "rationale.judgement_undone": "undid the mark of a rationale",
  "rationale.link_undone": "undid whether two rationales belong together",
  "rationale.grouping_asked": "asked to group the rationales of {it} again",
  "intent.renamed": {
    with: "renamed the intent {name} to “{said}”",
    plain: "restored the generated name of the intent {it}",
  },
  "intent.pinned": "pinned the intent {it}",
  "intent.unpinned": "unpinned the intent {it}",
  "intent.ignored": "hid the intent {it} from the list",
  "intent.unignored": "listed the intent {it} again",
  "intent.reviewed": { with: "marked the intent {it}: {said}", plain: "reviewed the intent {it}" },
  "intent.merged": {
    with: "merged {merged} into the intent {it} ({rationales} rationales)",
    plain: "merged intents into the intent {it}",
  },
  "intent.split": {
    with: "split {other} off the intent {it} ({rationales} rationales)",
    plain: "split the intent {it}",
  },
  "intent.moved": {
    with: "moved {rationales} rationales of the intent {it} to {other}",
    plain: "moved rationales of the intent {it}",
  },
  "intent.issued": {
    with: "made the issue {issue} from the intent {it}",
    plain: "made an issue from the intent {it}",
  },
  "intent.act_undone": {
    with: "undid a change ({act}) of the intent {it}",
    plain: "undid a change of the intent {it}",
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
  "tenant.ran_on_word": {
    with: "ran a call of the unrated tool {tool} on its own word, the first in {it}; its settings can hold such calls",
    plain: "ran a call of an unrated tool on its own word, the first in {it}",
  },
  "tenant.agent_owner_named": {
    with: "changed the owner of the agent {agent} in {it}",
    plain: "changed the owner of an agent in {it}",
  },
  "tenant.deleted": { with: "deleted the tenant {key}", plain: "deleted {it}" },
  "tenant.erased": {
    with: "erased the last rows of the deleted tenant {key}",
    plain: "erased the last rows of {it}",
  },
  "group.created": { with: "made the group {name}", plain: "made {it}" },
  "group.described": { with: "described the group {name}", plain: "described {it}" },
  "group.members_changed": {
    with: "changed the members of the group {name}",
    plain: "changed the members of {it}",
  },
  "group.rota_changed": {
    with: "changed the rota of the group {name}",
    plain: "changed the rota of {it}",
  },
  "group.deleted": { with: "deleted the group {name}", plain: "deleted {it}" },
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
  "user.deputy_named": {
    with: "let {deputy} decide for {it} while they are out",
    plain: "named a deputy of {it}",
  },
  "user.deputy_changed": {
    with: "changed how long {deputy} decides for {it}",
    plain: "changed how long a deputy decides for {it}",
  },
  "user.deputy_ended": {
    with: "ended the time in which {deputy} decides for {it}",
    plain: "ended the time in which a deputy decides for {it}",
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
  "user.passkey_added": { with: "added the passkey {passkey} of {it}", plain: "added a passkey of {it}" },
  "user.passkey_renamed": {
    with: "renamed a passkey of {it} from {name.from} to {name}",
    plain: "renamed a passkey of {it}",
  },
  "user.passkey_removed": {
    with: "removed the passkey {passkey} of {it}",
    plain: "removed a passkey of {it}",
  },
  "user.passkey_refused": {
    with: "was refused with the passkey {passkey} of {it}: its counter went back, so a copy may exist",
    plain: "was refused with a passkey of {it}: its counter went back, so a copy may exist",
  },
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
  "issue.assigned": "changed the assignee of {it}",
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
  "issue.unmerged": "unmerged {it}",
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
  "issue.undone": "undid the last change of {it}",
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

export const ACTION_GROUPS: readonly { value: string; label: string }[] = [
  { value: "approval", label: "Approvals" },
  { value: "delivery", label: "Callbacks" },
  { value: "gateway", label: "Gateways" },
  { value: "tool", label: "Tools" },
  { value: "rationale", label: "Rationales" },
  { value: "intent", label: "Intents" },
  { value: "tool_rules", label: "Rules for unrated tools" },
  { value: "policies", label: "Policies" },
  { value: "cheatsheet", label: "Cheatsheets" },
  { value: "tenant", label: "Tenants and settings" },
  { value: "user", label: "People" },
  { value: "group", label: "Groups of people" },
  { value: "invitation", label: "Invitations" },
  { value: "view", label: "Saved views" },
  { value: "issue", label: "Feedback" },
  { value: "activity", label: "Checks of the trail" },
  { value: "setup", label: "Setting up" },
  { value: "backup", label: "Backups" },
  { value: "sample", label: "Sample workspace" },
];

/** The sentence of an action, with placeholders. Unknown actions keep their name. */
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

/** The noun for a subject without a name. */
export const SUBJECT_WORDS: Readonly<Record<string, string>> = {
  approval: "call",
  tenant: "tenant",
  gateway: "gateway",
  tool: "tool",
  user: "person",
  group: "group",
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
