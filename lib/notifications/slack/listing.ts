import "server-only";
import type { KnownBlock, RichTextSection } from "@slack/types";
import type { WaitingCall } from "@/lib/approvals/queue/types";
import { listWaiting } from "@/lib/approvals/queue/waiting";
import { COUNT_CAP } from "@/lib/approvals/types";
import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { extendButton, shown, utcMinute } from "@/lib/delivery/channels/slack/render";
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
  const versions = await findVersions(scope, calls);
  const list = calls.flatMap((call) => [lineOf(call), ...extending(versions.get(call.id))]);
  return { text, blocks: [title, ...list, ...rest, open] };
}

type Version = { id: string; revision: number; sha256: string };

async function findVersions(scope: UserScope, calls: readonly WaitingCall[]): Promise<Map<string, Version>> {
  const rows = await read(scope, (tx) =>
    tx.approval.findMany({
      where: { tenantId: { in: [...scope.tenants] }, id: { in: calls.map(({ id }) => id) } },
      select: { id: true, revision: true, argumentsSha256: true },
    }),
  );
  return new Map(
    rows.map(({ id, revision, argumentsSha256: sha256 }) => [id, { id, revision, sha256 }] as const),
  );
}

const extending = (version: Version | undefined): KnownBlock[] =>
  version ? [{ type: "actions", elements: [extendButton(version)] }] : [];

function titleOf(count: number): string {
  if (count === 0) return "No call waits for you.";
  return count === 1 ? "1 call waits for you." : `${capped(count, count)} calls wait for you.`;
}

const capped = (shownCount: number, count: number) =>
  count >= COUNT_CAP ? `${COUNT_CAP - 1}+` : String(shownCount);

function lineOf({ id, risk, headline, tenant, decideBy }: WaitingCall): KnownBlock {
  const elements: RichTextSection["elements"] = [
    { type: "text", text: `${risk} risk `, style: { bold: true } },
    { type: "link", url: callUrl(id), text: shown(headline, HEADLINE_MAX) || "Open the call" },
    { type: "text", text: ` · tenant ${tenant} · decide by ${utcMinute(decideBy)}` },
  ];
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements }] };
}

const plain = (text: string) => ({ type: "plain_text" as const, text, emoji: false });
