import { createHmac } from "node:crypto";
import { findSlackSettings } from "@/lib/channels/slack/settings";
import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { sameSecret } from "@/lib/core/secrets";
import { type Handled, handleCommand, handleInteraction } from "@/lib/notifications/slack/interactions";
import { readBytes } from "./body";
import { allMethods } from "./resource";
import { publicRoute } from "./route";

// Slack's POSTs, outside the contract: presses, dialogs and the slash command. Slack proves itself by a signature.

const BODY_BYTES_MAX = 256 * 1024;
/** As Slack asks: an older request may be a recorded one. */
const AGE_MS_MAX = 5 * MINUTE_MS;

export const slackInteractions = allMethods({
  POST: publicRoute(async (request) => answered(handleInteraction(payloadIn(await provenForm(request))))),
});

export const slackCommands = allMethods({
  POST: publicRoute(async (request) =>
    answered(handleCommand(Object.fromEntries(await provenForm(request)))),
  ),
});

function answered({ answer, after }: Handled) {
  // After the answer: Slack waits three seconds at most.
  if (after)
    setImmediate(() => {
      after().catch((error: unknown) => log().error({ err: error }, "a press in Slack could not be handled"));
    });
  const isEmpty = Object.keys(answer).length === 0;
  return isEmpty ? { status: 200, text: "" } : { status: 200, body: answer };
}

/**
 * The body of a request that Slack has signed. Nothing is parsed before that.
 * @throws DomainError NOT_FOUND without a signing secret, UNAUTHENTICATED, PAYLOAD_TOO_LARGE
 */
async function provenForm(request: Request): Promise<URLSearchParams> {
  const timestamp = request.headers.get("x-slack-request-timestamp") ?? "";
  const signature = request.headers.get("x-slack-signature") ?? "";
  const age = Math.abs(Date.now() - Number(timestamp) * SECOND_MS);
  if (!/^\d{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature) || age > AGE_MS_MAX)
    throw unproven();
  const bytes = await readBytes(request, BODY_BYTES_MAX);
  const { signingSecret } = await findSlackSettings();
  if (signingSecret === null)
    throw new DomainError("NOT_FOUND", "Slack is not set up to send requests here. Nothing was done.");
  const mac = createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(bytes).digest("hex");
  if (!sameSecret(signature, `v0=${mac}`)) throw unproven();
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

function unproven(): DomainError {
  return new DomainError(
    "UNAUTHENTICATED",
    "Slack's signature is missing, wrong or older than 5 minutes. Nothing was done; check the signing secret and this server's clock.",
  );
}

function payloadIn(form: URLSearchParams): unknown {
  try {
    return JSON.parse(form.get("payload") ?? "");
  } catch {
    throw new DomainError("MALFORMED_JSON", "The payload is not JSON. Nothing was done.");
  }
}
