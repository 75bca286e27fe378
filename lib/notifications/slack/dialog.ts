import "server-only";
import type { KnownBlock, ModalView } from "@slack/types";
import type { ApprovalView, FactView } from "@/lib/approvals/detail/types";
import { REASON_MAX } from "@/lib/approvals/types";
import { slackClient } from "@/lib/channels/slack/client";
import { findSlackSettings } from "@/lib/channels/slack/settings";
import { DomainError } from "@/lib/core/errors";
import { revealedText } from "@/lib/core/text/reveal";
import { shown } from "@/lib/delivery/channels/slack/render";
import type { DialogValue } from "./payload";

/** `callback_id` of the dialog. */
export const DECIDE_DIALOG = "countersign_decide";

export const REASON = { block: "reason", action: "text" };

/** Characters of one block, and the blocks of arguments that one dialog holds. */
const PART_MAX = 2_900;
const PARTS_MAX = 10;

/** Whether the dialog can show the whole arguments. */
export const fits = (argumentsText: string) => visible(argumentsText).length <= PART_MAX * PARTS_MAX;

/** Asks a person to confirm, with everything that they decide on. Texts of others are never markup. */
export function decideDialog(view: ApprovalView, value: DialogValue): ModalView {
  const isYes = value.verdict === "approve";
  const needsReason = !isYes || view.reasonRequired.includes("approve");
  return {
    type: "modal",
    callback_id: DECIDE_DIALOG,
    private_metadata: JSON.stringify(value),
    title: plain(isYes ? "Approve this call" : "Reject this call"),
    submit: plain(isYes ? "Approve" : "Reject"),
    close: plain("Cancel"),
    blocks: [
      callContext(view),
      callQuote(view),
      ...facts(view),
      ...rationale(view),
      heading(view.revision > 1 ? "Arguments, as edited" : "Arguments"),
      ...argumentBlocks(view.argumentsText),
      context(consequence(view, isYes)),
      reasonInput(needsReason, isYes),
    ],
  };
}

/** Whole for an approval (`fits`); a rejection may know less, and a dialog takes a limited number of blocks. */
function argumentBlocks(text: string): KnownBlock[] {
  const parts = partsOf(visible(text));
  const shownParts = parts.slice(0, PARTS_MAX).map(exact);
  return parts.length > PARTS_MAX
    ? [...shownParts, context("The arguments go on. The call's page shows all of them.")]
    : shownParts;
}

/** Which call it is, and where it comes from. */
export const callContext = ({ risk, provider, tool, gateway, tenant }: ApprovalView): KnownBlock =>
  context(`${risk} risk · ${provider ?? ""} · ${tool} · gateway ${gateway.name} · tenant ${tenant.name}`);

export const callQuote = ({ headline }: ApprovalView): KnownBlock =>
  quote(headline.map(({ text }) => text).join(""));

/**
 * Opens it where the person pressed.
 * @throws DomainError UNAVAILABLE without a bot token; else what Slack's library throws
 */
export async function openDialog(triggerId: string, view: ModalView): Promise<void> {
  const { botToken } = await findSlackSettings();
  if (botToken === null)
    throw new DomainError("UNAVAILABLE", "Slack has no bot token here. Nothing was recorded.");
  await slackClient(botToken).views.open({ trigger_id: triggerId, view });
}

function consequence(view: ApprovalView, isYes: boolean): string {
  const more = view.preview === null ? "" : " The call also has a preview, which only its page shows.";
  return isYes ? `${view.startsHow}${more}` : "The call does not run. The agent reads your reason.";
}

function facts({ facts: { what, toWhom, howMany, undo }, agent, onBehalfOf }: ApprovalView): KnownBlock[] {
  const rows: [string, string | null][] = [
    ["What", said(what)],
    ["To", said(toWhom)],
    ["How many", said(howMany)],
    ["Undo", said(undo)],
    ["Agent", agent],
    ["On behalf of", onBehalfOf],
  ];
  const elements = rows.flatMap(([label, value]) =>
    value === null
      ? []
      : [
          { type: "text" as const, text: `${label}: `, style: { bold: true } },
          { type: "text" as const, text: `${shown(value, 600)}\n` },
        ],
  );
  return elements.length === 0
    ? []
    : [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }];
}

function said({ claim, note }: FactView): string | null {
  const parts = [claim, note].filter((part) => part !== null && part !== "");
  return parts.length === 0 ? null : parts.join(" · ");
}

function rationale({ rationale: why }: ApprovalView): KnownBlock[] {
  return why === null ? [] : [heading("Why the agent says it needs this"), quote(why)];
}

function reasonInput(isNeeded: boolean, isYes: boolean): KnownBlock {
  return {
    type: "input",
    block_id: REASON.block,
    optional: !isNeeded,
    label: plain(isYes ? "Reason" : "Why not? The agent reads it"),
    element: { type: "plain_text_input", action_id: REASON.action, multiline: true, max_length: REASON_MAX },
  };
}

/** Line breaks stay; every other invisible character is written out. */
const visible = (text: string) => text.split("\n").map(revealedText).join("\n");

/** Cuts a text into parts, none within a character. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const char of text) {
    if (part.length + char.length > PART_MAX) {
      parts.push(part);
      part = "";
    }
    part += char;
  }
  return [...parts, part];
}

export const plain = (text: string) => ({ type: "plain_text" as const, text, emoji: false });

const context = (text: string): KnownBlock => ({ type: "context", elements: [plain(shown(text, 1_900))] });

const heading = (text: string): KnownBlock => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements: [{ type: "text", text, style: { bold: true } }] }],
});

const quote = (text: string): KnownBlock => ({
  type: "rich_text",
  elements: [{ type: "rich_text_quote", elements: [{ type: "text", text: shown(text, PART_MAX) || "–" }] }],
});

const exact = (text: string): KnownBlock => ({
  type: "rich_text",
  elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text: text || " " }] }],
});
