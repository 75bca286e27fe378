import type { TimelineItem } from "@/components/ui/timeline";

// Fixed sample data, so that screenshots change only with the design.
export const NOW = Date.parse("2026-11-21T14:20:00Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

export const TIMES = {
  now: at(0),
  soon: at(12.5),
  later: at(160.5),
  days: at(3_000),
  past: at(-75),
  started: at(-5),
};

export const JSON_TEXT = `{
  "segmentId": "seg_all_customers",
  "amount": 12345678901234567890.10,
  "cursor": 1e400,
  "note": "zero\u200bwidth and \u202eturned",
  "empty": {},
  "recipients": [{ "email": "maya@acme.example", "tags": ["beta", "eu"] }, null, true]
}`;

export const BEFORE = "Pricing preview for testers starts on 1 December.";

const line = (index: number) => `  "field_${index}": "value ${index}",`;
const SHARED = Array.from({ length: 14 }, (_, index) => line(index + 1));
export const LINES_BEFORE = ["{", ...SHARED, '  "limit": 50', "}"].join("\n");
export const LINES_AFTER = ["{", ...SHARED.slice(0, 6), ...SHARED.slice(7), '  "limit": 5000', "}"].join(
  "\n",
);

export const TIMELINE: TimelineItem[] = [
  { id: "1", at: at(-9), icon: "send", title: "Asked by growth-agent" },
  {
    id: "2",
    at: at(-4),
    icon: "edit",
    title: "Ines Prado changed the arguments",
    body: "segmentId, scheduledAt. The agent receives the changes.",
  },
  { id: "3", at: at(-1), icon: "check", title: "Approved by Maya Lund", body: "First of two approvals." },
];

export type SampleRow = {
  id: string;
  tool: string;
  agent: string;
  calls: number;
  failed: string;
  when: string;
};

export const ROWS: SampleRow[] = [
  { id: "t1", tool: "send-broadcast", agent: "growth-agent", calls: 10_412, failed: "0.4 %", when: at(-3) },
  { id: "t2", tool: "create_refund", agent: "support-copilot", calls: 318, failed: "6 %", when: at(-44) },
  { id: "t3", tool: "kubectl_delete", agent: "sre-runner", calls: 27, failed: "22 %", when: at(-400) },
  { id: "t4", tool: "API-post-page", agent: "notes-agent", calls: 4, failed: "0 %", when: at(-1_500) },
];

export const BARS = [
  { label: "send-broadcast", value: 10_412, mono: true, href: "/design" },
  { label: "create_refund", value: 3_180, mono: true },
  { label: "Merge a pull request", value: 204 },
  { label: "kubectl_delete", value: 0, mono: true },
];

export const SERIES = [
  { key: "approved", label: "Approved", tone: "ok" },
  { key: "auto", label: "Without a person", tone: "neutral" },
  { key: "rejected", label: "Rejected", tone: "accent" },
  { key: "failed", label: "Failed", tone: "problem" },
  { key: "expired", label: "Expired", tone: "muted" },
] as const;

const DAYS = [
  [12, 30, 2, 1, 4],
  [9, 41, 0, 0, 1],
  [22, 38, 5, 2, 0],
  [18, 52, 3, 0, 2],
  [4, 11, 0, 0, 0],
  [2, 9, 1, 0, 0],
  [25, 60, 8, 6, 3],
  [31, 58, 4, 3, 5],
  [28, 66, 6, 2, 2],
  [19, 47, 2, 9, 8],
  [0, 0, 0, 0, 0],
  [3, 14, 1, 0, 1],
  [27, 71, 5, 1, 4],
  [24, 63, 7, 5, 6],
];

export const BUCKETS = DAYS.map((values, index) => ({
  at: `2026-11-${String(index + 8).padStart(2, "0")}`,
  label: `${index + 8} Nov`,
  values: Object.fromEntries(SERIES.map(({ key }, series) => [key, values[series] ?? 0])),
}));

export const OPTIONS = [
  { value: "resend/send-broadcast", label: "send-broadcast", hint: "resend" },
  { value: "stripe/create_refund", label: "create_refund", hint: "stripe" },
  { value: "kubernetes/kubectl_delete", label: "kubectl_delete", hint: "kubernetes" },
  { value: "notion/API-post-page", label: "API-post-page", hint: "notion" },
];

export const HEADLINE = "Send the broadcast to 10,412 contacts";

export const BODY = "Runs once, immediately after the second approval, through the Resend connection.";

export const REVOKE_BODY = "Calls with it are refused within a second. This cannot be undone.";

export const KEY = "csk_4f9a_Zk3vQ8mN1rT7yB2sX6wE0uP5dH9jL";
