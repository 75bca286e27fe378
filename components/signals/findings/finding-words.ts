import { RULES } from "@/gateway/lint/finding";
import { FINDING_CODES } from "@/gateway/lint/types";
import { CALL_RULES, type FINDING_VIEWS, type ProvenFinding } from "@/lib/signals/findings/types";
import { CALL_CODES } from "@/lib/tools/findings/types";

const TITLES: Record<string, string> = {
  ...Object.fromEntries(FINDING_CODES.map((code) => [code, RULES[code].title])),
  ...CALL_RULES,
};

export const findingTitle = (code: ProvenFinding["code"]): string => TITLES[code] ?? code;

/** All kinds by name. */
export const FINDING_OPTIONS = [...CALL_CODES, ...FINDING_CODES]
  .map((value) => ({ value, label: findingTitle(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));

export const FINDING_VIEW_WORDS: Record<(typeof FINDING_VIEWS)[number], string> = {
  open: "Open",
  proven: "Proven by calls",
  muted: "Muted",
  gone: "Fixed",
};
