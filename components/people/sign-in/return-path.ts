const START = "/approvals";

// Only for parsing: shows whether a path stays on its site. No request goes there.
const SITE = "https://countersign.invalid";

/**
 * The path after signing in: a path of this site, or the start page. Drops paths to other sites.
 */
export function safeReturnPath(asked: string | string[] | undefined, ownOrigin?: string): string {
  const text = Array.isArray(asked) ? asked[0] : asked;
  if (!text) return START;
  const path = ownOrigin && text.startsWith(`${ownOrigin}/`) ? text.slice(ownOrigin.length) : text;
  if (!path.startsWith("/") || !URL.canParse(path, SITE)) return START;
  const url = new URL(path, SITE);
  // Dots and encoded dots are resolved here. Two leading slashes would still name another site.
  if (
    url.origin !== SITE ||
    url.pathname.startsWith("//") ||
    /^\/(signin|setup|api)(\/|$)/.test(url.pathname)
  )
    return START;
  return url.pathname + url.search;
}
