import { redactJson } from "@/lib/core/text/redaction";

// Of one value: what stands in a sentence, and as much as is looked at for it.
const VALUE_SHOWN = 80;
const VALUE_READ = 8 * 1024;

/** The head of a value as every list, search and notification may show it: without what looks like a secret. */
export function shownValue(key: string, text: string): string {
  // As a member of its own, so that a name that says "secret" hides what stands under it.
  const member = redactJson(`{${JSON.stringify(key)}:${text.slice(0, VALUE_READ)}`, undefined, VALUE_READ);
  return member.slice(member.indexOf(":", redactJson(JSON.stringify(key)).length) + 1).slice(0, VALUE_SHOWN);
}
