import { redactJson } from "@/lib/core/text/redaction";

// Characters of a value in a sentence, and characters read for it.
const VALUE_SHOWN = 80;
const VALUE_READ = 8 * 1024;

/** The head of a value for lists, search and notifications, redacted. */
export function shownValue(key: string, text: string): string {
  // As an object member, so that a secret name redacts its value.
  const member = redactJson(`{${JSON.stringify(key)}:${text.slice(0, VALUE_READ)}`, undefined, VALUE_READ);
  return member.slice(member.indexOf(":", redactJson(JSON.stringify(key)).length) + 1).slice(0, VALUE_SHOWN);
}
