/** Whether the caller's If-None-Match names this version (RFC 9110 §13.1.2: weak comparison, lists, `*`). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
