import "server-only";
import { createHash } from "node:crypto";
import { serializeJson } from "@/lib/core/json/raw";

/** A strong entity tag of the exact bytes of an answer. */
export function etagOf(body: unknown): string {
  return `"${createHash("sha256").update(serializeJson(body)).digest("base64url").slice(0, 27)}"`;
}
/** Entity tags of If-Match (RFC 9110 §13.1.1), one of which has to be current; `*` for any. */
export function wantedTags(ifMatch: string | null): readonly string[] | undefined {
  return ifMatch?.split(",").map((tag) => tag.trim());
}
/** Whether If-None-Match contains this version (RFC 9110 §13.1.2: weak comparison, lists, `*`). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
