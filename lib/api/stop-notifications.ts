import { assertSameOrigin } from "@/lib/auth/origin";
import { stopKind } from "@/lib/notifications/preferences";
import { STOP_PATH, stopOf } from "@/lib/notifications/stop-links";
import type { Answer } from "./answers";
import { allMethods } from "./resource";
import { publicRoute } from "./route";

// Pressed in a mail program (RFC 8058), which sends no origin, or on the page of the link. The signed token is the
// credential.

const TOKEN_MAX = 300;

const queryOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;

const tokenOf = (request: Request): string => (queryOf(request).get("token") ?? "").slice(0, TOKEN_MAX);

/** Programs that open the link instead get the page, which changes nothing. */
const open = async (request: Request): Promise<Answer> => seeOther({ token: tokenOf(request) });

async function stop(request: Request): Promise<Answer> {
  if (request.headers.has("origin")) assertSameOrigin(request.headers);
  const token = tokenOf(request);
  await stopKind(stopOf(token));
  // Mail programs follow no redirect.
  return queryOf(request).has("page")
    ? seeOther({ token, done: "1" })
    : { status: 200, text: "Stopped.\n", headers: { "content-type": "text/plain; charset=utf-8" } };
}

const seeOther = (query: Record<string, string>): Answer => ({
  status: 303,
  headers: { location: `${STOP_PATH}?${new URLSearchParams(query)}` },
});

export const stopNotifications = allMethods({ GET: publicRoute(open), POST: publicRoute(stop) });
