import "server-only";
import { changeEntry } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { decryptSecret } from "@/lib/core/secrets";
import { callbackAddress } from "@/lib/gateways/callback-url";
import { announceGateway } from "@/lib/gateways/commands";
import { type Delivery, type Gateway, Prisma } from "@/lib/generated/prisma/client";
import { createPoster, NO_ANSWER } from "../../post";
import { traced } from "../../tracing";
import type { Channel, OpenChannel } from "../types";
import { ANSWER_MS_MAX, PER_GATEWAY } from "./limits";
import { renderCallback } from "./render";

type Address = {
  /** The gateway's own URL; only its 410 disables the endpoint. */
  registeredUrl: string | null;
  /** Why the endpoint is disabled; null while enabled. */
  off: string | null;
  sealedSecrets: string[];
};

/** A gateway's callback: a signed POST to its URL (wire contract, "Callbacks"). */
export const callback: Channel<Address> = {
  updates: false,
  perRecipient: PER_GATEWAY,
  recipients: Prisma.sql`select id from gateways`,
  accepts: (id) => Prisma.sql`exists (
    select 1 from gateways g where g.id = ${id} and g.callback_off_at is null)`,
  address: (id) => Prisma.sql`(
    select json_build_object('registeredUrl', g.callback_url,
      'off', case when g.callback_off_at is not null then coalesce(g.callback_off_reason, 'switched off') end,
      'sealedSecrets', array(select s.ciphertext from signing_secrets s
                             where s.gateway_id = g.id and (s.expires_at is null or s.expires_at > clock_timestamp())
                             order by s.expires_at desc nulls first, s.id desc))
    from gateways g where g.id = ${id})`,
  urlNow: ({ url, address }) => {
    const now = callbackAddress(url, address.registeredUrl) ?? url;
    // An invalid URL fails with that reason instead of using another one.
    return URL.canParse(url) ? now : url;
  },
  refusal: ({ address }) => {
    if (address.off !== null) {
      return `The gateway's callback is switched off: ${address.off} Nothing was sent; switch it on and replay.`;
    }
    if (address.registeredUrl === null) {
      return "The gateway has no callback URL any more. Nothing was sent; register one and replay.";
    }
    return null;
  },
  // Only the gateway's own endpoint is disabled. A URL from a single request does not disable it.
  switchOff: async (tx, { id, recipientId, url, address }) => {
    if (url !== address.registeredUrl) return [];
    const reason = "The endpoint answered HTTP 410 Gone.";
    const [after] = await tx.gateway.updateManyAndReturn({
      where: { id: recipientId, callbackOffAt: null, callbackUrl: url },
      data: { callbackOffAt: await databaseNow(tx), callbackOffReason: reason },
    });
    if (!after) return [];
    await announceGateway(tx, recipientId);
    const before = { ...after, callbackOffAt: null, callbackOffReason: null };
    const facts = { reason, delivery_id: id };
    return [changeEntry("gateway.callback_switched_off", before, after, { facts })];
  },
  open,
};

function open({
  answerMs = ANSWER_MS_MAX,
  ...options
}: Parameters<Channel["open"]>[0]): OpenChannel<Address> {
  const poster = createPoster({ ...options, answerMs });
  return {
    send: async (delivery, signal) => {
      const { url, eventId, body, leasedAt: at, address } = delivery;
      const secrets = opened(address.sealedSecrets);
      if (secrets.length === 0) return { ...NO_ANSWER, error: unsigned(address) };
      return traced("POST callback", delivery, (traceParent) =>
        poster.post({ url, signal, ...renderCallback({ eventId, body, secrets, at, traceParent }) }),
      );
    },
    close: poster.close,
  };
}

/** Empty if sealed with another AUTH_SECRET. Configuration can fix that, so delivery is retried. */
function opened(sealed: readonly string[]): string[] {
  try {
    return sealed.map(decryptSecret);
  } catch {
    return [];
  }
}

function unsigned({ sealedSecrets }: Address): string {
  return sealedSecrets.length === 0
    ? "The gateway has no signing secret. Nothing was sent; create one."
    : "The signing secret cannot be read with this AUTH_SECRET. Nothing was sent; start with the AUTH_SECRET it was stored with, or rotate it.";
}

/**
 * Where a callback goes that a person sends again.
 * @throws DomainError CONFLICT if the gateway cannot be called
 */
export async function replayUrl(tx: Tx, { gatewayId, url }: Delivery): Promise<string> {
  const gateway = await tx.gateway.findUnique({ where: { id: gatewayId } });
  if (!gateway) {
    throw new DomainError("CONFLICT", "The gateway of this callback no longer exists. Nothing was sent.");
  }
  const registered = callableUrl(gateway);
  return callbackAddress(url, registered) ?? registered;
}

/**
 * The callback URL of a gateway.
 * @throws DomainError CONFLICT if it has none or is disabled
 */
export function callableUrl(gateway: Gateway): string {
  if (gateway.callbackUrl === null) {
    throw new DomainError(
      "CONFLICT",
      `The gateway ${gateway.name} has no callback URL. Nothing was sent; register one, or let it read the events feed.`,
    );
  }
  if (gateway.callbackOffAt !== null) {
    throw new DomainError(
      "CONFLICT",
      `The callback of ${gateway.name} is switched off: ${gateway.callbackOffReason ?? "no reason was given."} Nothing was sent; switch it on first.`,
    );
  }
  return gateway.callbackUrl;
}
