import * as z from "zod";
import { wireTime } from "@/lib/core/wire";
import { ISSUE_STATES, SEVERITIES } from "../types";
import { wireIssueHead } from "../wire";
import {
  DIGEST_ISSUES_MAX,
  DIGEST_SECTIONS,
  DIGEST_WORDS,
  type Digest,
  type DigestIssue,
  type DigestSection,
} from "./types";

const digestIssueWire = z.strictObject({
  id: z.uuid(),
  ref: z.string(),
  title: z.string().describe("Words of an agent."),
  state: z.enum(ISSUE_STATES),
  url: z.string().describe("Where people see it."),
  tenant: z.string(),
  provider: z.string().nullable(),
  tool: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  reports: z.int().describe("In the period, as the two below."),
  sessions: z.int(),
  agents: z.int(),
  first_seen_at: wireTime,
});

const countsWire = z.strictObject({
  reports: z.int(),
  sessions: z.int(),
  agents: z.int(),
  new_issues: z.int(),
  came_back: z.int(),
  resolved: z.int(),
});

const partWire = (section: DigestSection) =>
  z
    .strictObject({
      total: z.int(),
      issues: z.array(digestIssueWire).describe(`The first ${DIGEST_ISSUES_MAX}.`),
    })
    .describe(DIGEST_WORDS[section].says);

type PartWire = ReturnType<typeof partWire>;

const partsWire = z.strictObject(
  Object.fromEntries(DIGEST_SECTIONS.map((section) => [section, partWire(section)])) as Record<
    DigestSection,
    PartWire
  >,
);

export const digestWire = z
  .strictObject({
    tenant: z.string().nullable().describe("Null: all tenants you may read."),
    since: wireTime,
    until: wireTime,
    url: z.string().describe("Where people see it."),
    counts: z.strictObject({
      period: countsWire,
      before: countsWire.describe("As long a time just before."),
    }),
    sections: partsWire,
  })
  .meta({ id: "FeedbackDigest" });

export function wireDigest({ counts, sections, ...digest }: Digest): z.output<typeof digestWire> {
  const parts = DIGEST_SECTIONS.map((section) => {
    const { total, issues } = sections[section];
    return [section, { total, issues: issues.map(wireDigestIssue) }] as const;
  });
  return {
    ...digest,
    counts: { period: wireCounts(counts.period), before: wireCounts(counts.before) },
    sections: Object.fromEntries(parts) as z.output<typeof partsWire>,
  };
}

function wireCounts({ opened, regressed, ...counts }: Digest["counts"]["period"]) {
  return { ...counts, new_issues: opened, came_back: regressed };
}

function wireDigestIssue({ firstSeenAt, ...issue }: DigestIssue) {
  const { tenant, provider, tool, severity, reports, sessions, agents } = issue;
  const facts = { tenant, provider, tool, severity, reports, sessions, agents };
  return { ...wireIssueHead(issue), ...facts, first_seen_at: firstSeenAt };
}
