import type { RiskWord } from "@/lib/core/risk";
import { FERNHILL, HALDEN, JUNIPER } from "./world";

/** Ratings by gateways: for named tools, else by name pattern. */
export const RATINGS: {
  said: Readonly<Record<string, readonly [risk: RiskWord, confirm: boolean, impact: string]>>;
  unrated: readonly string[];
  /** The first match counts. */
  byName: readonly (readonly [pattern: RegExp, risk: RiskWord, confirm: boolean | null])[];
  categories: Readonly<Record<string, string>>;
} = {
  said: {
    "resend/send-broadcast": ["high", true, "Sends mail to a whole segment. It cannot be recalled."],
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
    "gmail/create_filter": ["high", true, "A filter can forward all mail to another address."],
    "slack/slack_post_message": ["medium", false, "People in the channel see it at once."],
    "airtable/delete_records": ["high", true, "Deleted records are kept for seven days."],
    "airtable/update_records": ["medium", true, "Patients get a message when their day changes."],
    "kubernetes/kubectl_delete": ["high", true, "Removes what runs, with its logs."],
    "kubernetes/kubectl_rollout": ["high", true, "Restarts or replaces every pod of a workload."],
    "kubernetes/kubectl_scale": ["medium", true, "Changes how much runs."],
    "kubernetes/node_management": ["critical", true, "Moves everything off a machine."],
    "kubernetes/exec_in_pod": ["critical", true, "Runs any command inside production."],
    "kubernetes/kubectl_generic": ["critical", true, "Runs any kubectl command."],
    "github/merge_pull_request": ["high", true, "main deploys by itself."],
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
  },
  unrated: ["notion/API-update-page-markdown", "playwright/browser_fill_form", "everything", "quality"],
  byName: [
    [/(^|[-_/])(delete|remove|drop|destroy|uninstall|cleanup|cancel)([-_]|$)/i, "high", true],
    [
      /(^|[-_/])(get|list|read|search|find|fetch|query|describe|count|retrieve|explain|view|status|snapshot|wait|ping|logs?|tree|schema)([-_]|$)/i,
      "low",
      false,
    ],
    [
      /(^|[-_/])(create|update|send|post|patch|put|push|write|edit|add|set|insert|move|rename|apply|upgrade|install|publish)([-_]|$)/i,
      "medium",
      null,
    ],
    // Clicks and typing of an agent there count as a person's acts.
    [/^(playwright|chrome-devtools)\//, "medium", null],
  ],
  categories: {
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
    quality: "Tests",
  },
};

export const OVERRIDES = [
  { tool: "notion/API-post-search", company: null, risk: "low", confirm: false, daysAgo: 41 },
  { tool: "resend/send-email", company: JUNIPER, risk: "medium", confirm: true, daysAgo: 33 },
  { tool: "kubernetes/kubectl_apply", company: HALDEN, risk: "high", confirm: true, daysAgo: 29 },
  { tool: "github/create_pull_request", company: null, risk: "low", confirm: false, daysAgo: 22 },
  { tool: "slack/slack_post_message", company: FERNHILL, risk: "low", confirm: false, daysAgo: 17 },
  { tool: "mongodb/aggregate", company: HALDEN, risk: "low", confirm: false, daysAgo: 9 },
] satisfies { risk: RiskWord; [more: string]: unknown }[];

/**
 * Tools redefined on a given day: after people rated them, or because agents guessed. `left` is the
 * remaining share of slips, `loose` a parameter without choices or description in the first
 * definition.
 */
export const MENDED: Readonly<Record<string, { daysAgo: number; left: number; loose?: string }>> = {
  "github/create_pull_request_review": { daysAgo: 20, left: 0.4, loose: "event" },
  "slack/slack_post_message": { daysAgo: 6, left: 1 },
  "mongodb/aggregate": { daysAgo: 4, left: 0.8 },
};
