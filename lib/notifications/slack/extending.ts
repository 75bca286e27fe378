import "server-only";
import type { ModalView, PlainTextOption } from "@slack/types";
import { extendApproval } from "@/lib/approvals/commands";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { EXTENSIONS, USUAL_EXTENSION } from "@/lib/approvals/extensions";
import { assertDecidable, assertDecider, NOT_EXTENDED } from "@/lib/approvals/rules";
import { DAY_MS, SECOND_MS } from "@/lib/core/durations";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { utcMinute } from "@/lib/delivery/channels/slack/render";
import { TTL_SECONDS } from "@/lib/tenants/types";
import { callContext, callQuote, openDialog, plain } from "./dialog";
import type { ExtendValue } from "./payload";

/** `callback_id` of the dialog. */
export const EXTEND_DIALOG = "countersign_extend_dialog";

/** Where the dialog has the time to add. */
export const ADDED = { block: "added", action: "seconds" };

/**
 * Asks how much time to add. Records nothing.
 * @throws DomainError if the person cannot extend the call; the reason is for them
 */
export async function askToExtend(scope: UserScope, value: ExtendValue, triggerId: string): Promise<void> {
  assertDecider(scope);
  const view = await getApprovalView(scope, value.id);
  const seen = { revision: value.revision, argumentsSha256: value.sha256 };
  assertDecidable({ ...view, redeemedAt: null }, seen, view.asOf, NOT_EXTENDED);
  if (!view.verbs.includes("extend"))
    throw new DomainError("FORBIDDEN", `${hindrance(view)} ${NOT_EXTENDED}.`);
  const last = lastDeadline(view);
  if (view.decideBy >= last)
    throw new DomainError(
      "CONFLICT",
      `It waits until ${utcMinute(last)} already, ${TTL_DAYS} days after it was asked for, which is the longest. ${NOT_EXTENDED}.`,
    );
  await openDialog(triggerId, extendDialog(view, value));
}

function hindrance({ ineligible, releaseAt }: ApprovalView): string {
  if (releaseAt !== null) return "It is approved already and held until its release.";
  return ineligible ?? "You may not extend this call.";
}

/**
 * Extends the deadline as the page would, if the arguments are those that the person saw.
 * @returns what was recorded, in a sentence
 * @throws DomainError as `extendApproval`
 */
export async function extendFromSlack(
  scope: UserScope,
  value: ExtendValue,
  seconds: number,
): Promise<string> {
  const { id, revision, sha256: argumentsSha256 } = value;
  const { decideBy } = await extendApproval(scope, id, seconds, { revision, argumentsSha256 });
  return `You extended it. It now waits until ${utcMinute(decideBy)}.`;
}

/** The choice of a sent dialog; null if it is none of those that were offered. */
export function chosenSeconds(text: string | undefined): number | null {
  return EXTENSIONS.find(({ seconds }) => String(seconds) === text)?.seconds ?? null;
}

const TTL_DAYS = Math.floor((TTL_SECONDS.max * SECOND_MS) / DAY_MS);

const lastDeadline = ({ createdAt }: ApprovalView) =>
  new Date(createdAt.getTime() + TTL_SECONDS.max * SECOND_MS);

function extendDialog(view: ApprovalView, value: ExtendValue): ModalView {
  const options = EXTENSIONS.map((one) => optionOf(view, one));
  const usual = options.find((option) => option.value === String(USUAL_EXTENSION.seconds));
  return {
    type: "modal",
    callback_id: EXTEND_DIALOG,
    private_metadata: JSON.stringify(value),
    title: plain("Give it more time"),
    submit: plain("Extend"),
    close: plain("Cancel"),
    blocks: [
      callContext(view),
      callQuote(view),
      {
        type: "input",
        block_id: ADDED.block,
        label: plain("Time to add"),
        element: {
          type: "radio_buttons",
          action_id: ADDED.action,
          options,
          ...(usual ? { initial_option: usual } : {}),
        },
      },
    ],
  };
}

/** A choice with the deadline that it leads to. */
function optionOf(view: ApprovalView, { seconds, label }: (typeof EXTENSIONS)[number]): PlainTextOption {
  const [asked, last] = [new Date(view.decideBy.getTime() + seconds * SECOND_MS), lastDeadline(view)];
  const until = asked < last ? utcMinute(asked) : `${utcMinute(last)}, the longest`;
  return { text: plain(label), description: plain(`until ${until}`), value: String(seconds) };
}
