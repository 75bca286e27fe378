import "server-only";
import { channelsSetUp } from "@/lib/channels/set-up";
import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import type { OwnReach } from "./types";

/** Where each channel reaches the caller. */
export async function getOwnReach(scope: UserScope): Promise<OwnReach> {
  const setUp = await channelsSetUp();
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<{ email: string; devices: number; slack: string | null }[]>`
      select u.email, (select count(*)::int from push_devices d where d.user_id = u.id) as devices,
             (select s.name from slack_accounts s where s.user_id = u.id) as slack
      from users u where u.id = ${scope.actor.id}::uuid`,
  );
  const devices = row?.devices ?? 0;
  return {
    push: { to: devices === 0 ? null : `${devices} ${devices === 1 ? "device" : "devices"}`, isSetUp: true },
    slack: { to: row?.slack ?? null, isSetUp: setUp.has("slack") },
    email: { to: row?.email ?? null, isSetUp: setUp.has("email") },
  };
}
