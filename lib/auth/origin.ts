import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";

/**
 * A request with a session cookie must come from our own pages. Its Origin header must match
 * PUBLIC_URL; without Origin, it needs `Sec-Fetch-Site: same-origin`. Host and X-Forwarded-Host
 * prove nothing.
 * @throws DomainError FORBIDDEN
 */
export function assertSameOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  const own = new URL(env().PUBLIC_URL).origin;
  if (origin === null ? headers.get("sec-fetch-site") === "same-origin" : origin === own) return;
  throw new DomainError(
    "FORBIDDEN",
    `The request did not come from one of Countersign's own pages. Nothing was changed; open ${own} and try there.`,
  );
}
