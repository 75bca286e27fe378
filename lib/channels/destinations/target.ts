import "server-only";
import { invalid } from "@/lib/core/errors";
import { decryptSecret, encryptSecret } from "@/lib/core/secrets";
import { urlProblem } from "@/lib/gateways/callback-url";
import type { TargetInput } from "./schema";
import { templateProblem } from "./template";
import { type EmailTarget, PRESET_FACTS, type SlackTarget, type WebhookTarget } from "./types";

type WebhookInput = Extract<TargetInput, { channel: "webhook" }>;

/** What was stored for sending; null if it was stored under another AUTH_SECRET. */
export function openedTarget<T = EmailTarget | SlackTarget | WebhookTarget>(sealed: string): T | null {
  try {
    return JSON.parse(decryptSecret(sealed)) as T;
  } catch {
    return null;
  }
}

/**
 * The columns that say where a destination is.
 * @param before what is stored now: a URL or secret that is left out stays
 * @param allow ranges inside the network that it may reach; empty for administrators of some tenants, as for callbacks
 * @throws DomainError VALIDATION_ERROR
 */
export function sealedTarget(
  given: TargetInput,
  before: string | null,
  allow: readonly string[],
): { address: string; sealed: string } {
  if (given.channel === "email") return sealedAs({ to: given.to } satisfies EmailTarget, given.to);
  if (given.channel === "slack") return sealedAs({ channel: given.to } satisfies SlackTarget, given.to);
  const target = webhookOf(given, before === null ? null : openedTarget<WebhookTarget>(before), allow);
  return sealedAs(target, new URL(target.url).host);
}

const sealedAs = (target: object, address: string) => ({
  address,
  sealed: encryptSecret(JSON.stringify(target)),
});

function webhookOf(
  given: WebhookInput,
  before: WebhookTarget | null,
  allow: readonly string[],
): WebhookTarget {
  const { preset, header, template, sendsUpdates } = given;
  const { fixedUrl, urlForm, secret: wanted } = PRESET_FACTS[preset];
  const kept = before?.preset === preset ? before : null;
  const url = given.url || kept?.url || fixedUrl;
  if (!url)
    throw invalid("/target/url", "required", "The URL is missing. Nothing was stored; type it.", urlForm);
  const problem = urlProblem(url, allow);
  if (problem !== null)
    throw invalid(
      "/target/url",
      "not_allowed",
      `This URL may not be called: ${problem}. Nothing was stored; give a public https URL, or open the range with CALLBACK_ALLOW_CIDRS.`,
    );
  const wrong = template === null ? null : templateProblem(template);
  if (wrong !== null) throw invalid("/target/template", "malformed", `${wrong} Nothing was stored.`);
  // A secret must not go to a host that it was not typed for.
  const isSame =
    kept !== null &&
    new URL(kept.url).origin === new URL(url).origin &&
    (preset !== "own" || kept.header === header);
  const secret = wanted === null ? null : (given.secret ?? (isSame ? kept.secret : null));
  if (wanted?.isRequired && secret === null)
    throw invalid(
      "/target/secret",
      "required",
      `The ${wanted.label.toLowerCase()} is missing. Nothing was stored; type it.`,
    );
  const own =
    preset === "own"
      ? { header, template, sendsUpdates }
      : { header: null, template: null, sendsUpdates: false };
  return { preset, url, secret, ...own, reachesInside: allow.length > 0 };
}
