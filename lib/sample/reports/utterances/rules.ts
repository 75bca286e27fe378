// What users of the sample's companies said when an output was wrong, in their own words.

const [FERNHILL, HALDEN, JUNIPER] = ["sample-fernhill", "sample-halden", "sample-juniper"] as const;

export const UTTERANCES: readonly { company: string; provider: string; tool: string; said: string }[] = [
  {
    company: FERNHILL,
    provider: "stripe",
    tool: "list_invoices",
    said: "No, I meant last month's, not this year's.",
  },
  {
    company: FERNHILL,
    provider: "gmail",
    tool: "search_emails",
    said: "That is the wrong Bruno. The one with the tent.",
  },
  {
    company: FERNHILL,
    provider: "slack",
    tool: "slack_post_message",
    said: "Wrong channel, please delete that again.",
  },
  {
    company: FERNHILL,
    provider: "hubspot",
    tool: "hubspot-search-objects",
    said: "These are companies. I asked for contacts.",
  },
  { company: FERNHILL, provider: "github", tool: "search_code", said: "You searched the old repository." },
  { company: FERNHILL, provider: "filesystem", tool: "search_files", said: "Not the tests. The source." },
  {
    company: FERNHILL,
    provider: "resend",
    tool: "get-email",
    said: "This mail is from March. I need yesterday's.",
  },
  { company: FERNHILL, provider: "playwright", tool: "browser_navigate", said: "That is the German shop." },
  {
    company: HALDEN,
    provider: "kubernetes",
    tool: "kubectl_get",
    said: "That is staging. Production is on fire.",
  },
  {
    company: HALDEN,
    provider: "mongodb",
    tool: "aggregate",
    said: "The numbers are per day, I wanted per region.",
  },
  {
    company: HALDEN,
    provider: "mongodb",
    tool: "collection-schema",
    said: "Wrong database: billing, not metering.",
  },
  {
    company: HALDEN,
    provider: "launchdarkly",
    tool: "get-flag-status-across-environments",
    said: "This flag was removed in June.",
  },
  { company: HALDEN, provider: "github", tool: "list_issues", said: "Only open ones, I said." },
  {
    company: HALDEN,
    provider: "kubernetes",
    tool: "kubectl_logs",
    said: "Those are the logs after the restart. I need the ones before.",
  },
  {
    company: JUNIPER,
    provider: "airtable",
    tool: "search_records",
    said: "Another patient with the same name. Please check the birthday.",
  },
  {
    company: JUNIPER,
    provider: "gmail",
    tool: "draft_email",
    said: "Too formal. We are on first-name terms.",
  },
  { company: JUNIPER, provider: "airtable", tool: "describe_table", said: "That is the table of last year." },
  {
    company: JUNIPER,
    provider: "slack",
    tool: "slack_get_channel_history",
    said: "I asked about yesterday, not last week.",
  },
];
