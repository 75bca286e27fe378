import "server-only";
import { createHmac, hkdfSync } from "node:crypto";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { sameSecret } from "@/lib/core/secrets";
import { UUID } from "@/lib/core/uuid";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/notices/types";
import { PERSONAL_CHANNELS, type PersonalChannel } from "./types";

// A link in a mail ends one kind on one channel of one person, without signing in. It has no end (decision 0045), shows
// only whether this kind is on, and can do nothing else.

/** What a link ends. */
export type Stop = { userId: string; kind: NoticeKind; channel: PersonalChannel };

/** The page of the links; a mail program posts to the same path under /api. */
export const STOP_PATH = "/notifications/stop";

/** The page that ends a kind on a channel after a press. */
export function stopLink(userId: string, kind: NoticeKind, channel: PersonalChannel): string {
  const url = new URL(STOP_PATH, env().PUBLIC_URL);
  url.searchParams.set("token", stopToken({ userId, kind, channel }));
  return url.href;
}

const said = ({ userId, kind, channel }: Stop): string => [userId, kind, channel].join(".");

function stopToken(stop: Stop): string {
  return `${said(stop)}.${signatureOf(stop)}`;
}

function signatureOf(stop: Stop): string {
  const key = Buffer.from(hkdfSync("sha256", env().AUTH_SECRET, "", "countersign notification links", 32));
  return createHmac("sha256", key).update(said(stop)).digest("base64url");
}

/** What a link ends; null if it was not made here. */
export function readStopToken(token: string): Stop | null {
  const [userId = "", kind, channel, signature = "", ...rest] = token.split(".");
  const known = NOTICE_KINDS.find((one) => one === kind);
  const on = PERSONAL_CHANNELS.find((one) => one === channel);
  if (rest.length > 0 || !UUID.test(userId) || !known || !on) return null;
  const stop = { userId, kind: known, channel: on };
  return sameSecret(signature, signatureOf(stop)) ? stop : null;
}

/** @throws DomainError NOT_FOUND */
export function stopOf(token: string): Stop {
  const stop = readStopToken(token);
  if (stop) return stop;
  throw new DomainError(
    "NOT_FOUND",
    "This link is not complete, or was made with another AUTH_SECRET. Nothing was changed; open your notification settings instead.",
  );
}
