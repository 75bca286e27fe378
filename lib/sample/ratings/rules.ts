import type { RiskWord } from "@/lib/core/risk";

export type Rating = {
  /** Null: nobody rated it. */
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  impact: string | null;
  category: string | null;
};

// What people of the sample's companies said about the tools that matter to them.
const SAID: Readonly<Record<string, readonly [risk: RiskWord, confirm: boolean, impact: string]>> = {
  "resend/send-broadcast": ["high", true, "Sends mail to a whole segment. It cannot be called back."],
  "resend/send-batch-emails": ["high", true, "Sends up to 100 mails at once."],
  "resend/remove-contact": ["high", true, "Deletes a contact with its consent history."],
  "resend/remove-domain": ["critical", true, "Stops all mail from the domain."],
  "resend/create-api-key": ["critical", true, "Makes a key that sends mail in our name."],
  "resend/send-email": ["low", false, "Sends one mail from an order address."],
  "stripe/create_refund": ["high", true, "Pays money back to a customer."],
  "stripe/cancel_subscription": ["high", true, "Ends a subscription at once; it cannot be restored."],
  "stripe/update_dispute": ["high", true, "Evidence can be submitted once."],
  "stripe/finalize_invoice": ["medium", true, "A finalised invoice cannot be edited."],
  "hubspot/hubspot-batch-update-objects": ["medium", true, "Changes many records at once."],
  "gmail/send_email": ["medium", true, "Sends mail in the company's name."],
  "gmail/batch_delete_emails": ["high", true, "Deletes mail for good, without the bin."],
  "gmail/create_filter": ["high", true, "A filter can forward all mail to somebody else."],
  "slack/slack_post_message": ["medium", false, "People in the channel see it at once."],
  "airtable/delete_records": ["high", true, "Deleted records are kept for seven days."],
  "airtable/update_records": ["medium", true, "Patients are told when their day changes."],
  "kubernetes/kubectl_delete": ["high", true, "Removes what runs, with its logs."],
  "kubernetes/kubectl_rollout": ["high", true, "Restarts or replaces every pod of a workload."],
  "kubernetes/kubectl_scale": ["medium", true, "Changes how much runs."],
  "kubernetes/node_management": ["critical", true, "Moves everything off a machine."],
  "kubernetes/exec_in_pod": ["critical", true, "Runs any command inside production."],
  "kubernetes/kubectl_generic": ["critical", true, "Whatever kubectl can do."],
  "github/merge_pull_request": ["high", true, "main is deployed by itself."],
  "github/push_files": ["medium", true, "Changes a branch without a review."],
  "mongodb/delete-many": ["critical", true, "Deleted documents are only in last night's backup."],
  "mongodb/update-many": ["high", true, "Changes many documents at once."],
  "mongodb/drop-collection": ["critical", true, "Removes a collection with its indexes."],
  "mongodb/drop-database": ["critical", true, "Removes a whole database."],
  "launchdarkly/update-feature-flag": ["medium", true, "Customers see it within a minute."],
  "launchdarkly/delete-feature-flag": ["high", true, "Code that still reads the flag gets its default."],
  "filesystem/write_file": ["medium", false, "Replaces a file."],
  "filesystem/edit_file": ["low", false, "Changes a file that is under version control."],
  "playwright/browser_run_code_unsafe": [
    "critical",
    true,
    "Runs any code in the browser of a signed-in person.",
  ],
};

const UNRATED = new Set(["notion/API-update-page-markdown", "playwright/browser_fill_form"]);
const READS =
  /(^|[-_])(get|list|read|search|find|fetch|query|describe|count|retrieve|explain|view|status|snapshot|wait|ping|logs?|tree|schema)([-_]|$)/i;
const ENDS = /(^|[-_])(delete|remove|drop|destroy|uninstall|cleanup|cancel)([-_]|$)/i;
const WRITES =
  /(^|[-_])(create|update|send|post|patch|put|push|write|edit|add|set|insert|move|rename|apply|upgrade|install|publish)([-_]|$)/i;

const CATEGORIES: Readonly<Record<string, string>> = {
  resend: "Mail",
  gmail: "Mail",
  stripe: "Payments",
  hubspot: "Customers",
  slack: "Messages",
  notion: "Documents",
  airtable: "Records",
  kubernetes: "Clusters",
  github: "Code",
  gitlab: "Code",
  mongodb: "Databases",
  launchdarkly: "Feature flags",
  filesystem: "Files",
  memory: "Notes",
  playwright: "Browsers",
  "chrome-devtools": "Browsers",
  everything: "Trials",
};

/** How the gateway rates a tool: what people said, else what its name suggests; of some nobody has said anything yet. */
export function ratingOf(provider: string, name: string): Rating {
  const category = CATEGORIES[provider] ?? null;
  const said = SAID[`${provider}/${name}`];
  if (said) return { risk: said[0], requiresConfirmation: said[1], impact: said[2], category };
  const silent = { requiresConfirmation: null, impact: null, category };
  if (UNRATED.has(`${provider}/${name}`) || provider === "everything") return { risk: null, ...silent };
  if (ENDS.test(name)) return { ...silent, risk: "high", requiresConfirmation: true };
  if (READS.test(name)) return { ...silent, risk: "low", requiresConfirmation: false };
  if (WRITES.test(name)) return { ...silent, risk: "medium" };
  // Browsers: whatever is clicked or typed is a person's doing in somebody else's eyes.
  return { ...silent, risk: provider === "chrome-devtools" || provider === "playwright" ? "medium" : null };
}

/** Overrides of people: for every tenant, or for one. */
export const OVERRIDES: readonly {
  provider: string;
  tool: string;
  company: string | null;
  risk: RiskWord;
  confirm: boolean | null;
  daysAgo: number;
}[] = [
  { provider: "notion", tool: "API-post-search", company: null, risk: "low", confirm: false, daysAgo: 41 },
  {
    provider: "resend",
    tool: "send-email",
    company: "sample-juniper",
    risk: "medium",
    confirm: true,
    daysAgo: 33,
  },
  {
    provider: "kubernetes",
    tool: "kubectl_apply",
    company: "sample-halden",
    risk: "high",
    confirm: true,
    daysAgo: 29,
  },
  {
    provider: "github",
    tool: "create_pull_request",
    company: null,
    risk: "low",
    confirm: false,
    daysAgo: 22,
  },
  {
    provider: "slack",
    tool: "slack_post_message",
    company: "sample-fernhill",
    risk: "low",
    confirm: false,
    daysAgo: 17,
  },
  {
    provider: "mongodb",
    tool: "aggregate",
    company: "sample-halden",
    risk: "low",
    confirm: false,
    daysAgo: 9,
  },
];
