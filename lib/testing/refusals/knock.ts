import { sessionCookieName } from "@/lib/auth/sessions/cookie";
import { SITE } from "@/lib/auth/testing/browser";
import { read } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import { toDomainError } from "@/lib/core/outcome";
import { setRequest } from "../request";
import type { Asked, Door } from "./deed";
import type { Mounted } from "./routes";
import { type Caller, system } from "./world";

// Calls each kind of entry point and reads the result.

/** `code` is null without a refusal. */
export type Heard = { code: string | null; text: string };

export type How = { origin?: string; asBrowser?: boolean };

/** Runs the action as that caller. */
export async function knock<T>(
  door: Door<T>,
  mounted: ReadonlyMap<string, Mounted>,
  caller: Caller,
  target: T,
  how: How = {},
): Promise<Heard> {
  const origin = how.origin ?? SITE;
  const cookies: Record<string, string> = caller.cookie ? { [sessionCookieName()]: caller.cookie } : {};
  setRequest({ origin }, cookies);
  try {
    if (door.kind === "command") return heardOf(await door.call(await caller.scope(), target));
    if (door.kind === "action") return heardOf(await door.call(target));
    return await answerOf(mountedAt(mounted, door.verb), caller, door.ask(target), { ...how, origin });
  } catch (thrown) {
    return redirected(thrown) ?? { code: toDomainError(thrown).code, text: String(thrown) };
  }
}

function mountedAt(mounted: ReadonlyMap<string, Mounted>, verb: string): Mounted {
  const found = mounted.get(verb);
  if (!found) throw new Error(`no route file mounts ${verb}`);
  return found;
}

function heardOf(answer: unknown): Heard {
  const text = serializeJson(answer ?? null);
  const { ok, code } = (answer ?? {}) as { ok?: boolean; code?: string };
  return { code: ok === false ? (code ?? "refused") : null, text };
}

/**
 * Next leaves an action or page by throwing; a visitor without a session is redirected to the
 * sign-in.
 */
function redirected(thrown: unknown): Heard | null {
  const digest = (thrown as { digest?: unknown } | null)?.digest;
  if (typeof digest !== "string" || !digest.startsWith("NEXT_REDIRECT")) return null;
  return { code: digest.includes("/signin?callbackUrl=") ? "UNAUTHENTICATED" : null, text: digest };
}

async function answerOf(
  { method, path, handler, operation }: Mounted,
  caller: Caller,
  { of = "", query = {}, body, form, headers = {} }: Asked,
  { asBrowser = operation === null, origin }: How,
): Promise<Heard> {
  const search = new URLSearchParams(query).toString();
  const place = path.replace(/\{[^}]+\}/, encodeURIComponent(of));
  const given = new Headers(headers);
  if (body) given.set("content-type", "application/json");
  if (form) given.set("content-type", "application/x-www-form-urlencoded");
  if (asBrowser) given.set("origin", origin ?? SITE);
  if (asBrowser && caller.cookie) given.set("cookie", `${sessionCookieName()}=${caller.cookie}`);
  // An operator has no browser, also for routes outside the contract.
  if ((!asBrowser || caller.cookie === null) && caller.bearer)
    given.set("authorization", `Bearer ${caller.bearer}`);
  const request = new Request(`${SITE}${place}${search && `?${search}`}`, {
    method,
    headers: given,
    body: form ?? (body && serializeJson(body)),
  });
  const name = /\{(?:\.{3})?(\w+)\}/.exec(path)?.[1];
  const params = Promise.resolve(name ? { [name]: of } : ({} as Record<string, string>));
  const response = await handler(request, { params });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { code: null, text: "" };
  }
  const text = await response.text();
  if (response.status < 400) return { code: null, text };
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  const { code = "refused" } = isProblem ? (JSON.parse(text) as { code?: string }) : {};
  return { code, text };
}

// Side effects of any request: request log, limits, and last-used times.
const PASSING = ["_prisma_migrations", "gateway_requests", "rate_limits", "worker_heartbeats"];

const PASSING_COLUMNS = "{last_used_at,last_seen_at,asked_at,polled_at}";

let statement: string | undefined;

/** A checksum of the database: equal if nothing changed. */
export async function digest(): Promise<string> {
  statement ??= await digestStatement();
  const sql = statement;
  const [row] = await read(system, (tx) => tx.$queryRawUnsafe<{ digest: string }[]>(sql));
  return row?.digest ?? "";
}

/**
 * Identifies rows by the transaction that wrote them, except tables with side effects, which
 * compare content.
 */
async function digestStatement(): Promise<string> {
  const tables = await read(
    system,
    (tx) => tx.$queryRaw<{ name: string; passes: boolean }[]>`
      select c.relname as name, exists (
               select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = any(${PASSING_COLUMNS}::text[])) as passes
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all(${PASSING}) and has_table_privilege(c.oid, 'select') order by c.relname`,
  );
  const parts = tables.map(({ name, passes }) => {
    const row = passes
      ? `hashtextextended((to_jsonb(t) - '${PASSING_COLUMNS}'::text[])::text, 0)::numeric`
      : "t.xmin::text::bigint";
    return `select '${name}' as name, count(*) as rows, coalesce(sum(${row}), 0) as hash from "${name}" t`;
  });
  return `select md5(string_agg(name || ' ' || rows || ' ' || hash, ',' order by name)) as digest
          from (${parts.join(" union all ")}) as all_tables`;
}
