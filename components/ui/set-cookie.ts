const YEAR_SECONDS = 365 * 24 * 3600;

/** Stores a preference in this browser for a year; the server reads it with the next page. */
export function rememberInCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
