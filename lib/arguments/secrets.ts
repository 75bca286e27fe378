import type { JsonNode } from "@/lib/core/json/parse";

// Not the account that receives money (`iban`), because the approver has to read it.
const SECRET_NAME =
  /^(pass(word|wd|phrase|code)?|pwd|(access|refresh|id|auth|api|bearer|session|csrf)?token|(client|api|app|shared|signing)?secret(key)?|(api|access|private|signing|encryption|service)key|authorization|auth|cookie|setcookie|credentials?|bearer|otp|totp|pin|cvv|cvc|cvv2|(credit|debit)?card(number|no)?|pan|ssn|privatekeypem|connectionstring|dsn)$/;

/** Whether a value has a name that usually holds a secret. */
export function isSecret(keys: readonly (string | number)[]): boolean {
  return keys.some(
    (key) => typeof key === "string" && SECRET_NAME.test(key.toLowerCase().replace(/[^a-z0-9]/g, "")),
  );
}

/** The mask of a secret: its length only. Null for other values. */
export function maskSecret(keys: readonly (string | number)[], value: string): { length: number } | null {
  return value !== "" && isSecret(keys) ? { length: [...value].length } : null;
}

/** Spans of secret values in the text, outermost first, without overlaps. */
export function secretSpans(node: JsonNode): { start: number; end: number; length: number }[] {
  const spans: { start: number; end: number; length: number }[] = [];
  const visit = (current: JsonNode, keys: readonly (string | number)[]): void => {
    if (current.kind === "object") for (const m of current.members) visit(m.value, [...keys, m.key]);
    else if (current.kind === "array")
      for (const [i, item] of current.items.entries()) visit(item, [...keys, i]);
    else if (isSecret(keys)) {
      const text = current.kind === "string" ? current.value : "";
      const length = text === "" ? current.end - current.start : [...text].length;
      spans.push({ start: current.start, end: current.end, length });
    }
  };
  visit(node, []);
  return spans;
}
