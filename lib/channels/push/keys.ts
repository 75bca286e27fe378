import { createECDH } from "node:crypto";
import webPush from "web-push";
import { recordActivity } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { type Scope, systemScope } from "@/lib/core/scope";
import { decryptSecret } from "@/lib/core/secrets";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { readSetting, storeSetting } from "../settings";
import { storedKeysSchema } from "./schema";
import type { KeysFacts, KeysProblem } from "./types";

// VAPID (RFC 8292): the key pair by which push services know this installation. Environment variables win.

type Keys = { publicKey: string; privateKey: string };

/** Keys in force, with the contact that push services may use. */
export type PushKeys = Keys & { subject: string };

const system = systemScope("push keys");

/** A push service rejects other forms, and localhost. */
function subjectNow(): string {
  const { VAPID_SUBJECT, PUBLIC_URL } = env();
  return VAPID_SUBJECT ?? (PUBLIC_URL.startsWith("https:") ? PUBLIC_URL : "mailto:admin@countersign.invalid");
}

function fromEnvironment(): Keys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env();
  return publicKey && privateKey ? { publicKey, privateKey } : null;
}

function isPair({ publicKey, privateKey }: Keys): boolean {
  const curve = createECDH("prime256v1");
  try {
    curve.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return curve.getPublicKey().equals(Buffer.from(publicKey, "base64url"));
  } catch {
    return false; // no scalar of this curve
  }
}

/**
 * The keys in force.
 * @param sealed the stored setting; null without one
 * @returns the problem if there are none that work
 */
export function keysOf(sealed: string | null): PushKeys | KeysProblem | "none" {
  const given = fromEnvironment() ?? (sealed === null ? null : opened(sealed));
  if (given === null) return "none";
  if (given === "unreadable") return given;
  return isPair(given) ? { ...given, subject: subjectNow() } : "mismatch";
}

function opened(sealed: string): Keys | "unreadable" {
  try {
    return parsed(JSON.parse(decryptSecret(sealed)));
  } catch {
    return "unreadable";
  }
}

function parsed(value: unknown): Keys | "unreadable" {
  const { data } = storedKeysSchema.safeParse(value);
  return data ?? "unreadable";
}

/** Which keys are in force, for the settings page. */
export async function findKeysFacts(): Promise<Omit<KeysFacts, "devices" | "people">> {
  const subject = subjectNow();
  const nothing = { subject, changedAt: null, changedByName: null };
  const given = fromEnvironment();
  if (given) {
    const problem = isPair(given) ? null : "mismatch";
    return { ...nothing, source: "environment", publicKey: given.publicKey, problem };
  }
  const stored = await readSetting("push");
  if (!stored) return { ...nothing, source: "none", publicKey: null, problem: null };
  const { changedAt, changedByName } = stored;
  const keys = stored.kind === "stored" ? parsed(stored.value) : "unreadable";
  const known = { source: "stored", subject, changedAt, changedByName } as const;
  if (keys === "unreadable") return { ...known, publicKey: null, problem: keys };
  return { ...known, publicKey: keys.publicKey, problem: isPair(keys) ? null : "mismatch" };
}

/**
 * The public key for new devices. Makes the pair at first use.
 * @throws DomainError CONFLICT if the keys cannot be used
 */
export async function ensurePublicKey(): Promise<string> {
  const facts = await findKeysFacts();
  if (facts.problem) throw new DomainError("CONFLICT", PROBLEMS[facts.problem]);
  return facts.publicKey ?? makeKeys(system, false);
}

/**
 * Replaces the pair. Devices that were added under the old one get nothing until they are added again.
 * @throws DomainError FORBIDDEN, CONFLICT where the environment sets the keys
 */
export async function renewKeys(scope: Scope): Promise<{ publicKey: string }> {
  assertMayAdministerAll(scope, "set up how people are notified");
  if (fromEnvironment())
    throw new DomainError(
      "CONFLICT",
      "The keys come from the environment (VAPID_PUBLIC_KEY). Nothing was changed; change them there.",
    );
  return { publicKey: await makeKeys(scope, true) };
}

/** Processes that ask at the same time get one pair. */
function makeKeys(scope: Scope, anew: boolean): Promise<string> {
  return change(scope, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('push keys', 0))`;
    const before = await tx.channelSetting.findUnique({ where: { channel: "push" } });
    const kept = before && !anew ? opened(before.sealed) : null;
    if (kept && kept !== "unreadable") return kept.publicKey;
    const keys = webPush.generateVAPIDKeys();
    const by = scope.actor.kind === "system" ? "Countersign" : scope.actor.name;
    await storeSetting(tx, "push", keys, by);
    const details = { public_key: keys.publicKey };
    await recordActivity(tx, scope, "channel.set_up", { kind: "channel", id: "push" }, details);
    return keys.publicKey;
  });
}

/** Why nothing can be sent, and what to do. */
export const PROBLEMS: Readonly<Record<KeysProblem, string>> = {
  mismatch:
    "The public and the private VAPID key do not belong together. Nothing was sent; an administrator has to correct VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.",
  unreadable:
    "The push keys were stored under another AUTH_SECRET. Nothing was sent; start with that AUTH_SECRET, or make new keys under Settings, Channels.",
};
