import "server-only";
import { slackFailure } from "@/lib/channels/slack/client";
import { linkAddress } from "@/lib/channels/slack/link-token";
import { findSlackScope } from "@/lib/channels/slack/queries";
import { DomainError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { toDomainError } from "@/lib/core/outcome";
import type { UserScope } from "@/lib/core/scope";
import { saidText } from "@/lib/core/text/blank";
import { BUTTONS } from "@/lib/delivery/channels/slack/render";
import { answer, callUrl, saying } from "./answers";
import { askToConfirm, decideFromSlack } from "./deciding";
import { DECIDE_DIALOG, REASON } from "./dialog";
import { ADDED, askToExtend, chosenSeconds, EXTEND_DIALOG, extendFromSlack } from "./extending";
import { listedFor } from "./listing";
import {
  buttonValue,
  type Caller,
  callerOf,
  commanded,
  dialogValue,
  extendValue,
  pressed,
  type ShownCall,
  submitted,
} from "./payload";

// What people press and type in Slack, however it arrives: over the worker's connection or by Slack's POST.

/** What Slack gets at once, within its three seconds, and what is done after it. */
export type Handled = { answer: object; after: (() => Promise<void>) | null };

const NOTHING: Handled = { answer: {}, after: null };

/** A button or a sent dialog. Others are acknowledged and ignored. */
export function handleInteraction(payload: unknown): Handled {
  const press = pressed.safeParse(payload);
  if (press.success) return handlePress(press.data);
  const sent = submitted.safeParse(payload);
  return sent.success ? handleDialog(sent.data) : NOTHING;
}

/** `/countersign`. */
export function handleCommand(payload: unknown): Handled {
  const { success, data } = commanded.safeParse(payload);
  if (!success) return NOTHING;
  const {
    team_id: teamId,
    user_id: slackUserId,
    team_domain: team = teamId,
    user_name: name = slackUserId,
  } = data;
  const caller = { member: { teamId, slackUserId, name, team }, responseUrl: data.response_url ?? null };
  return {
    answer: {},
    after: () => asPerson(caller, null, async (scope) => answer(caller, await listedFor(scope))),
  };
}

function handlePress(press: ReturnType<typeof pressed.parse>): Handled {
  const caller = callerOf(press, press.response_url);
  const [action] = press.actions;
  const shownCall = readJson(action?.value, buttonValue);
  // The other buttons are links, of which Slack reports the press too.
  const ask = ASKED[action?.action_id ?? ""];
  if (!caller || !ask || !shownCall) return NOTHING;
  const value = { ...shownCall, responseUrl: caller.responseUrl };
  return {
    answer: {},
    after: () => asPerson(caller, shownCall, (scope) => ask(scope, value, press.trigger_id)),
  };
}

/** The dialog that a button opens. */
const ASKED: Readonly<Record<string, typeof askToExtend>> = {
  [BUTTONS.approve]: (scope, value, trigger) =>
    askToConfirm(scope, { ...value, verdict: "approve" }, trigger),
  [BUTTONS.reject]: (scope, value, trigger) => askToConfirm(scope, { ...value, verdict: "reject" }, trigger),
  [BUTTONS.extend]: askToExtend,
};

type Sent = ReturnType<typeof submitted.parse>;

function handleDialog(sent: Sent): Handled {
  switch (sent.view.callback_id) {
    case DECIDE_DIALOG:
      return handleDecision(sent);
    case EXTEND_DIALOG:
      return handleExtension(sent);
    default:
      return NOTHING;
  }
}

function handleExtension({ view, ...sent }: Sent): Handled {
  const value = readJson(view.private_metadata, extendValue);
  const caller = callerOf(sent, value?.responseUrl);
  const seconds = chosenSeconds(view.state.values[ADDED.block]?.[ADDED.action]?.selected_option?.value);
  if (!caller || !value) return NOTHING;
  if (seconds === null) {
    const errors = { [ADDED.block]: "Choose how much time to add." };
    return { answer: { response_action: "errors", errors }, after: null };
  }
  const extend = async (scope: UserScope) =>
    answerAbout(caller, value, await extendFromSlack(scope, value, seconds));
  return { answer: {}, after: () => asPerson(caller, value, extend) };
}

function handleDecision({ view, ...sent }: Sent): Handled {
  const value = readJson(view.private_metadata, dialogValue);
  const caller = callerOf(sent, value?.responseUrl);
  if (!caller || !value) return NOTHING;
  const reason = saidText(view.state.values[REASON.block]?.[REASON.action]?.value ?? "");
  if (value.verdict === "reject" && reason === "") {
    const errors = { [REASON.block]: "Say why. The agent reads it." };
    return { answer: { response_action: "errors", errors }, after: null };
  }
  const decide = async (scope: UserScope) =>
    answerAbout(caller, value, await decideFromSlack(scope, value, reason));
  return { answer: {}, after: () => asPerson(caller, value, decide) };
}

const answerAbout = (caller: Caller, { id }: ShownCall, words: string) =>
  answer(caller, saying(words, { label: "Open the call", url: callUrl(id) }));

/** Does the work as the person whose Slack account it is. They learn of every refusal and failure. */
async function asPerson(
  caller: Caller,
  about: ShownCall | null,
  work: (scope: UserScope) => Promise<void>,
): Promise<void> {
  try {
    const scope = await findSlackScope(caller.member);
    if (scope) await work(scope);
    else
      await answer(caller, saying(UNLINKED, { label: "Link your account", url: linkAddress(caller.member) }));
  } catch (thrown) {
    const { message } = refusalOf(thrown);
    await (about ? answerAbout(caller, about, message) : answer(caller, saying(message)));
  }
}

const UNLINKED =
  "No Countersign account is linked to your Slack account, or it is switched off, so nothing was done. Link yours: the link works once, for 10 minutes, and only for you.";

function refusalOf(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  const { code, words } = slackFailure(thrown);
  if (code === null) return toDomainError(thrown);
  log().warn({ code }, "Slack did not open a dialog");
  return new DomainError(
    "UNAVAILABLE",
    `Slack did not open the dialog: ${words} Nothing was recorded; press again.`,
  );
}

function readJson<T>(
  text: string | undefined,
  schema: { safeParse(input: unknown): { data?: T } },
): T | null {
  try {
    return schema.safeParse(JSON.parse(text ?? "")).data ?? null;
  } catch {
    return null; // of another version
  }
}
