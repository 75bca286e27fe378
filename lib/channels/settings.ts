import "server-only";
import { recordActivity } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { type Scope, systemScope } from "@/lib/core/scope";
import { decryptSecret, encryptSecret } from "@/lib/core/secrets";
import { assertMayAdministerAll } from "@/lib/tenants/rules";

// How the installation reaches a provider: one encrypted JSON per channel. Each channel has its own file with the schema
// and the environment variables that take precedence.

export type SettingName = "email" | "slack" | "push";

/** `unreadable`: stored under another AUTH_SECRET. */
export type StoredSetting =
  | { kind: "stored"; value: unknown; changedAt: Date; changedByName: string }
  | { kind: "unreadable"; changedAt: Date; changedByName: string };

const scope = systemScope("channel settings");

/** The stored setting of a channel, for sending and for pages that show it without secrets; null without one. */
export async function readSetting(channel: SettingName): Promise<StoredSetting | null> {
  const row = await read(scope, (tx) => tx.channelSetting.findUnique({ where: { channel } }));
  if (!row) return null;
  const { changedAt, changedByName } = row;
  try {
    return { kind: "stored", value: JSON.parse(decryptSecret(row.sealed)), changedAt, changedByName };
  } catch {
    log().error({ channel }, "the setting of a channel cannot be read with this AUTH_SECRET");
    return { kind: "unreadable", changedAt, changedByName };
  }
}

/**
 * Stores the setting of a channel; null removes it. The trail names the channel only.
 * @throws DomainError FORBIDDEN
 */
export async function saveSetting(by: Scope, channel: SettingName, value: object | null): Promise<void> {
  assertMayAdministerAll(by, "set up how people are notified");
  await change(by, async (tx) => {
    await storeSetting(tx, channel, value, by.actor.name);
    const action = value === null ? "channel.removed" : "channel.set_up";
    await recordActivity(tx, by, action, { kind: "channel", id: channel });
  });
}

/** The same within a transaction that records it. */
export async function storeSetting(
  tx: Tx,
  channel: SettingName,
  value: object | null,
  changedByName: string,
): Promise<void> {
  if (value === null) {
    await tx.channelSetting.deleteMany({ where: { channel } });
    return;
  }
  const row = { sealed: encryptSecret(JSON.stringify(value)), changedByName, changedAt: new Date() };
  await tx.channelSetting.upsert({ where: { channel }, create: { channel, ...row }, update: row });
}
