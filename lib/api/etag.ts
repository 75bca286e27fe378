import "server-only";
import { createHash } from "node:crypto";
import { serializeJson } from "@/lib/core/json/raw";

/** A strong entity tag of an answer's exact bytes. */
export function etagOf(body: unknown): string {
  return `"${createHash("sha256").update(serializeJson(body)).digest("base64url").slice(0, 27)}"`;
}
/** What the caller's If-Match names (RFC 9110 §13.1.1): entity tags of which one must be the present one, or `*` for any. */
export function wantedTags(ifMatch: string | null): readonly string[] | undefined {
  return ifMatch?.split(",").map((tag) => tag.trim());
}
/** Whether the caller's If-None-Match names this version (RFC 9110 §13.1.2: weak comparison, lists, `*`). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
