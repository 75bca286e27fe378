import type { GatewayKey, KeyState } from "./types";

/** What a key is at the moment `now`. */
export function keyState(key: Pick<GatewayKey, "revokedAt" | "endsAt">, now: Date): KeyState {
  if (key.revokedAt !== null) return "revoked";
  if (key.endsAt === null) return "active";
  return key.endsAt.getTime() <= now.getTime() ? "ended" : "ending";
}
