import { type Details, memberAt } from "@/lib/activity/wire";

// The page that shows the subject of a row.
const PAGES: Readonly<Record<string, (id: string, label: string | null) => string | null>> = {
  approval: (id) => `/approvals/${id}`,
  tenant: (_, label) => (label === null ? null : `/settings/tenants/${encodeURIComponent(label)}`),
  gateway: (id) => `/gateways/${id}`,
  tool: (id) => `/tools/${id}`,
  user: (id) => `/settings/people/${id}`,
  group: (_, label) => (label === null ? null : `/settings/groups/${label}`),
  issue: (id) => `/feedback/${id}`,
  intent: (id) => `/rationales/intents/${id}`,
  feedback: (id) => `/feedback/${id}`,
};

/** Null if the subject has no page or no longer exists. */
export function subjectHref(kind: string, id: string, label: string | null): string | null {
  return PAGES[kind]?.(id, label) ?? null;
}

// Members of a row that name a deleted subject.
const NAMES_IN_ROW: Readonly<Record<string, readonly string[]>> = {
  tool: ["provider", "tool"],
  tenant: ["key"],
  group: ["name"],
  intent: ["name"],
};

/** The name that a row's details give its subject; null without one. */
export function nameInRow(kind: string, details: Details): string | null {
  const parts = NAMES_IN_ROW[kind]
    ?.map((member) => memberAt(details, member))
    .filter((part) => typeof part === "string");
  return parts?.length ? parts.join(" · ") : null;
}
