import "server-only";
import { env } from "@/lib/core/env";
import type { Scope } from "@/lib/core/scope";
import { decryptSecret } from "@/lib/core/secrets";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { readSetting, type StoredSetting } from "../settings";
import { storedMailServer } from "./schema";
import { MAIL_PORTS, type MailFacts, type MailInForce, type MailServer } from "./types";

/**
 * The server of `SMTP_URL`: `smtps:` is TLS from the start, `smtp:` is STARTTLS, and without TLS only with `?tls=off`.
 * @param from `SMTP_FROM`
 */
export function serverOfUrl(text: string, from: string | undefined, origin: string): MailServer {
  const url = new URL(text);
  const security =
    url.protocol === "smtps:" ? "tls" : url.searchParams.get("tls") === "off" ? "none" : "starttls";
  const user = decodeURIComponent(url.username) || null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || MAIL_PORTS[security],
    security,
    user,
    password: decodeURIComponent(url.password) || null,
    from: from ?? (user?.includes("@") ? user : `Countersign <countersign@${new URL(origin).hostname}>`),
  };
}

function serverOfEnvironment(): MailServer | null {
  const { SMTP_URL, SMTP_FROM, PUBLIC_URL } = env();
  return SMTP_URL === undefined ? null : serverOfUrl(SMTP_URL, SMTP_FROM, PUBLIC_URL);
}

/** The mail server in force; `sealed` is the stored one, read with what is to be sent. */
export function mailServerFrom(sealed: string | null): MailInForce {
  const named = serverOfEnvironment();
  if (named) return { kind: "set", server: named, source: "environment" };
  if (sealed === null) return { kind: "unset" };
  try {
    const server = storedMailServer.parse(JSON.parse(decryptSecret(sealed)));
    return { kind: "set", server, source: "stored" };
  } catch {
    return { kind: "unreadable" };
  }
}

export async function readMailServer(): Promise<MailInForce> {
  const named = serverOfEnvironment();
  if (named) return { kind: "set", server: named, source: "environment" };
  const stored = await readSetting("email");
  if (!stored) return { kind: "unset" };
  const server = serverOfStored(stored);
  return server ? { kind: "set", server, source: "stored" } : { kind: "unreadable" };
}

/** The stored server, whether or not it is in force; null if there is none that can be read. */
export async function readStoredServer(): Promise<MailServer | null> {
  const stored = await readSetting("email");
  return stored && serverOfStored(stored);
}

const serverOfStored = (stored: StoredSetting): MailServer | null =>
  stored.kind === "stored" ? (storedMailServer.safeParse(stored.value).data ?? null) : null;

/** Whether mails can be sent at all. */
export async function isMailSetUp(): Promise<boolean> {
  return (await readMailServer()).kind === "set";
}

/**
 * The mail server for its settings page, without the password.
 * @throws DomainError FORBIDDEN
 */
export async function getMailFacts(scope: Scope): Promise<MailFacts> {
  assertMayAdministerAll(scope, "see how people are notified");
  const [inForce, stored] = await Promise.all([readMailServer(), readSetting("email")]);
  const changed = { changedAt: stored?.changedAt ?? null, changedByName: stored?.changedByName ?? null };
  if (inForce.kind !== "set") {
    const source = inForce.kind === "unset" ? "none" : "unreadable";
    return { server: null, hasPassword: false, source, ...changed, isOverridden: false };
  }
  const { password, ...server } = inForce.server;
  const isOverridden = inForce.source === "environment" && stored !== null;
  return { server, hasPassword: password !== null, source: inForce.source, ...changed, isOverridden };
}
