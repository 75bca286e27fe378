const START = "/approvals";

// Only to find out whether a path stays on its site; nothing is ever sent there.
const SITE = "https://countersign.invalid";

/** Where to go after signing in: a path of this site, or the start page. Anything that leads elsewhere is dropped. */
export function safeReturnPath(asked: string | string[] | undefined, ownOrigin?: string): string {
  const text = Array.isArray(asked) ? asked[0] : asked;
  if (!text) return START;
  const path = ownOrigin && text.startsWith(`${ownOrigin}/`) ? text.slice(ownOrigin.length) : text;
  if (!path.startsWith("/") || !URL.canParse(path, SITE)) return START;
  const url = new URL(path, SITE);
  // Dots and encoded dots are resolved by now; what is left may begin with two slashes, which names another site.
  if (
    url.origin !== SITE ||
    url.pathname.startsWith("//") ||
    /^\/(signin|setup|api)(\/|$)/.test(url.pathname)
  )
    return START;
  return url.pathname + url.search;
}
