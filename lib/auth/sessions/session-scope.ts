import { bookkeep, read, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { PERSON, type PersonRow, personScope } from "../credentials/person-scope";

const system = systemScope("authentication");

const LAST_SEEN_SECONDS = 60;

type SessionRow = PersonRow & { stale: boolean };

/** The scope of an open session; null when it has ended or expired, or its person is disabled. */
export async function findSessionScope(sessionId: string): Promise<UserScope | null> {
  if (!isId(sessionId)) return null;
  const found = await read(system, async (tx) => {
    const [row] = await tx.$queryRaw<SessionRow[]>`
      select ${PERSON}, s.last_seen_at < clock_timestamp() - make_interval(secs => ${LAST_SEEN_SECONDS}::int) as stale
      from sessions s join users u on u.id = s.user_id
      where s.id = ${sessionId}::uuid and s.expires_at > clock_timestamp() and u.disabled_at is null`;
    return row ? { scope: personScope(row, "session", sessionId), stale: row.stale } : null;
  });
  if (found?.stale) await bookkeep(system, (tx) => touch(tx, sessionId));
  return found?.scope ?? null;
}

function touch(tx: Tx, sessionId: string) {
  return tx.$executeRaw`
    update sessions set last_seen_at = clock_timestamp() where id = ${sessionId}::uuid
      and last_seen_at < clock_timestamp() - make_interval(secs => ${LAST_SEEN_SECONDS}::int)`;
}
