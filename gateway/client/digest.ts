import { createHash } from "node:crypto";
import { readElements, readMembers } from "./json-text";

function canonicalValue(text: string): string {
  const first = text[0];
  if (first === "{") {
    const members = readMembers(text)
      .map((member) => ({ key: member.key, value: canonicalValue(text.slice(member.start, member.end)) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
  }
  if (first === "[") {
    return `[${readElements(text)
      .map(({ start, end }) => canonicalValue(text.slice(start, end)))
      .join(",")}]`;
  }
  if (first === '"') return JSON.stringify(JSON.parse(text));
  return text;
}

/**
 * The canonical form that Countersign digests, without loss: keys sorted by code unit at every
 * level, no white space, number literals as written, strings minimally escaped.
 */
export function canonicalArguments(argumentsText: string): string {
  JSON.parse(argumentsText);
  return canonicalValue(argumentsText.trim());
}

/**
 * `arguments_sha256` as Countersign computes it: hex SHA-256 of the canonical form.
 * @throws SyntaxError on bad JSON
 */
export function argumentsDigest(argumentsText: string): string {
  return createHash("sha256").update(canonicalArguments(argumentsText), "utf8").digest("hex");
}
