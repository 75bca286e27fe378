import { ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { addPasskey, beginPasskey } from "../commands";
import { requireSite } from "../site";
import { TestAuthenticator } from "./authenticator";

export async function aPasskeyOf(
  scope: UserScope,
  { name = "Laptop", counts = false } = {},
): Promise<{ id: string; device: TestAuthenticator }> {
  const device = new TestAuthenticator(requireSite().origin, { counts });
  const { options } = await beginPasskey(scope, {});
  const { id } = await addPasskey(scope, { name, response: device.create(options) });
  return { id, device };
}

/** Creates the session that a test scope refers to, started this many seconds ago. */
export async function openSessionOf({ actor }: UserScope, secondsAgo = 0): Promise<void> {
  await ingest(
    systemScope("tests"),
    (tx) => tx.$executeRaw`
      insert into sessions (id, user_id, created_at, expires_at)
      values (${actor.credentialId}::uuid, ${actor.id}::uuid, clock_timestamp() - make_interval(secs => ${secondsAgo}::int),
              clock_timestamp() + interval '1 hour')
      on conflict (id) do update set created_at = excluded.created_at`,
  );
}
