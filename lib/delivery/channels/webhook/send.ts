import "server-only";
import { takesKind, type WebhookTarget } from "@/lib/channels/destinations/types";
import { revealedText } from "@/lib/core/text/reveal";
import { Prisma } from "@/lib/generated/prisma/client";
import { createPoster, NO_ANSWER, type Poster, type SendResult } from "../../post";
import { traced } from "../../tracing";
import {
  destinationNow,
  opened,
  refusalOfDestination,
  type StoredDestination,
  switchOffDestination,
} from "../destination";
import { withSomethingWaiting } from "../due";
import { ANSWER_CHARACTERS } from "../message-words";
import type { Channel, LeasedDelivery, OpenChannel } from "../types";
import { BODY_BYTES_MAX, PER_WEBHOOK, WEBHOOK_MS_MAX } from "./limits";
import { renderWebhook, takesUpdates } from "./render";

type Address = StoredDestination | null;

/** Web requests to shared destinations: chats, push services, incident management, or any other. */
export const webhook: Channel<Address> = {
  updates: true,
  takesUpdates: ({ address }) => {
    const target = targetOf(address);
    return target !== null && takesUpdates(target);
  },
  perRecipient: PER_WEBHOOK,
  recipients: withSomethingWaiting("webhook"),
  accepts: (id) => Prisma.sql`exists (select 1 from destinations d where d.id = ${id} and d.off_at is null)`,
  address: destinationNow,
  urlNow: ({ url }) => url,
  refusal: ({ address }) => refusalOfDestination(address),
  switchOff: (tx, delivery) => switchOffDestination(tx, delivery, GONE),
  open,
};

const targetOf = (address: Address) => opened(address) as WebhookTarget | null;

/** Other refusals say nothing about later messages. */
const GONE = "The service answered HTTP 410";

const WORDS = { name: "service", url: "destination’s URL" };

function open({
  answerMs = WEBHOOK_MS_MAX,
  ...options
}: Parameters<Channel["open"]>[0]): OpenChannel<Address> {
  const inside = createPoster({ ...options, answerMs, words: WORDS });
  const outside = createPoster({ ...options, allow: [], answerMs, words: WORDS });
  return {
    send: (delivery, signal) =>
      traced("POST webhook", delivery, () => send({ inside, outside }, delivery, signal)),
    close: async () => {
      await Promise.all([inside.close(), outside.close()]);
    },
  };
}

async function send(
  { inside, outside }: { inside: Poster; outside: Poster },
  { address, message }: LeasedDelivery<Address>,
  signal: AbortSignal,
): Promise<SendResult> {
  const target = targetOf(address);
  if (!target)
    return {
      ...NO_ANSWER,
      error:
        "The destination cannot be read with this AUTH_SECRET. Nothing was sent; start with the AUTH_SECRET it was stored with, or store its URL and secret again.",
    };
  if (message && !takesKind(target.preset, message.kind))
    return {
      ...NO_ANSWER,
      error: "This opens no incident, for nothing would close it. Nothing was sent.",
      isMoot: true,
    };
  const request = message && renderWebhook(target, message);
  if (!request)
    return { ...NO_ANSWER, error: "This service takes no updates. Nothing was sent.", isMoot: true };
  if (Buffer.byteLength(request.body) > BODY_BYTES_MAX)
    return {
      ...NO_ANSWER,
      error: `The body is larger than ${BODY_BYTES_MAX / 1_024} KiB. Nothing was sent.`,
      isGone: true,
    };
  const poster = target.reachesInside ? inside : outside;
  return judged(await poster.post({ ...request, signal }), request.headers);
}

/** The log says what was answered, and holds no secret. */
function judged(
  result: SendResult,
  { "content-type": type = "", "webhook-id": id = "" }: Record<string, string>,
): SendResult {
  const kept = { ...result, requestHeaders: { "content-type": type, "webhook-id": id }, answer: null };
  const { status, error } = result;
  if (error !== null || status === null || (status >= 200 && status < 300)) return kept;
  const answer = revealedText((result.responseBody ?? "").replaceAll(/\s+/g, " ").trim());
  const quoted = answer === "" ? "" : ` It said: ${answer.slice(0, ANSWER_CHARACTERS).toWellFormed()}`;
  return {
    ...kept,
    error: `The service answered HTTP ${status}${hintOf(status)}.${quoted}`,
    isGone: status === 410,
  };
}

function hintOf(status: number): string {
  if (status >= 300 && status < 400) return ", a redirect, which is not followed: store the final URL";
  if (status === 401 || status === 403) return ": the secret is missing, wrong or has no right to this";
  if (status === 404) return ": nothing is at this URL; check it, or make the webhook anew";
  if (status === 410) return " Gone: it wants no more";
  return status === 429 ? ": it takes no more just now" : "";
}
