// Signals depend on the date, so the examples use a fixed week.

const week = { from: "2026-11-15", to: "2026-11-21" };
const said = { calls: 1_240, without_rationale: 31, read: 1_209, meaningful: 1_002, share: 0.81 };
const least = { calls: 200, without_rationale: 0, read: 200, meaningful: 96, share: 0.48 };

/** Signals of a tenant that has existed for a year. */
export const SIGNALS = {
  meaningful_rationales: {
    ...{ state: "fine", threshold: 0.05, judged_from: "2025-12-21T10:00:00.000Z", ...said },
    weeks: [{ ...week, ...said }],
    agents: [{ name: "claude-code", ...said }],
    models: [{ name: "gpt-5-mini", ...least }],
  },
  unique_feedback: {
    ...{ state: "fine", threshold: 10, judged_from: null, issues: 14 },
    months: [{ from: "2026-10-22", to: "2026-11-21", issues: 14 }],
  },
  unanimous_approvals: {
    ...{ state: "regret", threshold: 0.5, share: 0.625, calls: 48, at_once: 30 },
    ...{ since: "2026-10-23T00:00:00.000Z", complete: true },
    weeks: [{ ...week, calls: 12, at_once: 8 }],
    tools: [
      {
        ...{ tenant: "acme", gateway: "acme-gateway", provider: "resend", name: "send-broadcast" },
        ...{ tool_id: "0198c2f0-0000-7000-8000-000000000001", calls: 40, at_once: 29, median_seconds: 38 },
        ...{ risk: "high", lower: "medium", suggestion_id: null },
      },
    ],
  },
};
