import * as z from "zod";
import { DomainError } from "@/lib/core/errors";
import { shortName, storedName } from "@/lib/core/schema";
import type { GatewayScope, Scope, UserScope } from "@/lib/core/scope";
import { publishCheatsheet, publishOwnCheatsheet } from "@/lib/tools/cheatsheet/commands";
import { getCheatsheet } from "@/lib/tools/cheatsheet/queries";
import { cheatsheetQuery, cheatsheetSchema } from "@/lib/tools/schema";
import { CHEATSHEET_BYTES_MAX } from "@/lib/tools/types";
import { publishedWire } from "@/lib/tools/wire";
import { ok, text, unchanged } from "../answers";
import { isKnown, wantedTags } from "../etag";
import { resource } from "../resource";
import { apiRoute } from "../route";
import { validate } from "../validate";

// For an hour an agent can reuse its copy; then a new request mostly returns 304.
const CACHE_SECONDS = 3_600;
// JSON may escape each byte with six.
const BODY_BYTES_MAX = 6 * CHEATSHEET_BYTES_MAX + 1_024;

const getSheet = apiRoute(
  "any",
  {
    summary: "A provider's cheatsheet.",
    query: cheatsheetQuery,
    answers: {
      200: { says: "Markdown.", texts: { "text/markdown": z.string() }, headers: ["ETag", "Vary"] },
      304: { says: "Unchanged.", headers: ["ETag", "Vary"] },
    },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, request, query }) => {
    const sheet = await getCheatsheet(scope, validate(storedName, providerOf(request)), query.gateway);
    const headers = {
      etag: sheet.etag,
      "cache-control": `private, max-age=${CACHE_SECONDS}`,
      vary: "Authorization",
    };
    if (isKnown(request.headers.get("if-none-match"), sheet.etag)) return unchanged(headers);
    return text(sheet.markdown, "text/markdown; charset=utf-8", headers);
  },
);

const putSheet = apiRoute(
  "any",
  {
    summary: "Publish a cheatsheet.",
    body: cheatsheetSchema,
    query: cheatsheetQuery,
    bytesMax: BODY_BYTES_MAX,
    answers: { 200: { says: "Published.", body: publishedWire, headers: ["ETag"] } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "PRECONDITION_FAILED"],
  },
  async ({ scope, request, input, query }) => {
    const provider = validate(shortName, providerOf(request));
    const seen = wantedTags(request.headers.get("if-match"));
    const publishing = isPerson(scope)
      ? publishCheatsheet(scope, provider, input.markdown, query.gateway ?? null, seen)
      : publishOwnCheatsheet(assertOwn(scope, query.gateway), provider, input.markdown, seen);
    const published = await publishing.catch(rethrowStale);
    const { gateway, etag, updatedAt } = published;
    return ok({ provider, gateway, etag, updated_at: updatedAt }, { etag });
  },
);

/** A stale view on a page is a failed precondition here. */
function rethrowStale(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "STALE_VIEW") throw error;
  throw new DomainError("PRECONDITION_FAILED", error.message);
}

export const cheatsheets = resource("/api/v1/cheatsheets/{provider}", { GET: getSheet, PUT: putSheet });

/** From the URL, because servers differ in decoding parameters. */
function providerOf(request: Request): string {
  try {
    return decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
  } catch {
    throw new DomainError("NOT_FOUND", "The provider in the address is not properly escaped.");
  }
}

function isPerson(scope: Scope): scope is UserScope {
  return scope.actor.kind === "user";
}

function assertOwn(scope: Scope, gateway: string | undefined): GatewayScope {
  if (gateway === undefined || gateway === scope.actor.name) return scope as GatewayScope;
  throw new DomainError(
    "FORBIDDEN",
    `This key belongs to the gateway ${scope.actor.name} and publishes only its cheatsheets. Nothing was stored.`,
  );
}
