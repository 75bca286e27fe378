import "server-only";
import type { KnownBlock } from "@slack/types";
import type { WaitingCall } from "@/lib/approvals/queue/types";
import { listWaiting } from "@/lib/approvals/queue/waiting";
import { COUNT_CAP } from "@/lib/approvals/types";
import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { shown } from "@/lib/delivery/channels/slack/render";
import { buttons, callUrl, type Said } from "./answers";

const HEADLINE_MAX = 300;

/** The calls that this person can decide, the most urgent first. */
export async function listedFor(scope: UserScope): Promise<Said> {
  const { count, calls } = await listWaiting(scope);
  const open = buttons([{ label: "Open the queue", url: `${env().PUBLIC_URL}/approvals` }]);
  const text = titleOf(count);
  const title: KnownBlock = {
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements: [{ type: "text", text, style: { bold: true } }] }],
  };
  if (calls.length === 0) return { text, blocks: [title, open] };
  const more = count - calls.length;
  const rest: KnownBlock[] =
    more > 0 ? [{ type: "context", elements: [plain(`${capped(more, count)} more in the queue`)] }] : [];
  const list: KnownBlock = {
    type: "rich_text",
    elements: [{ type: "rich_text_list", style: "bullet", elements: calls.map(lineOf) }],
  };
  return { text, blocks: [title, list, ...rest, open] };
}

function titleOf(count: number): string {
  if (count === 0) return "No call waits for you.";
  return count === 1 ? "1 call waits for you." : `${capped(count, count)} calls wait for you.`;
}

const capped = (shownCount: number, count: number) =>
  count >= COUNT_CAP ? `${COUNT_CAP - 1}+` : String(shownCount);

function lineOf({ id, risk, headline, tenant, decideBy }: WaitingCall) {
  const until = `${decideBy.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    type: "rich_text_section" as const,
    elements: [
      { type: "text" as const, text: `${risk} risk `, style: { bold: true } },
      { type: "link" as const, url: callUrl(id), text: shown(headline, HEADLINE_MAX) || "Open the call" },
      { type: "text" as const, text: ` · tenant ${tenant} · decide by ${until}` },
    ],
  };
}

const plain = (text: string) => ({ type: "plain_text" as const, text, emoji: false });
