import { cookies, headers } from "next/headers";
import { textOfRows } from "@/components/approvals/queue/row-text";
import { boundedStep, LIST_WIDTH_COOKIE } from "@/components/ui/panes/list-width";
import { getBrief } from "@/lib/approvals/queue/brief";
import { queueList } from "@/lib/approvals/queue/list";
import { listQueue } from "@/lib/approvals/queue/queries";
import { homeView, isPendingView } from "@/lib/approvals/queue/rules";
import { mayDecide, mayReadFiguresOf } from "@/lib/approvals/rules";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { readShell } from "@/lib/onboarding/shell";

// Matches the user agents of phone browsers.
const PHONE = /\bMobi/;

type Parsed = ReturnType<typeof queueList.parse>;

/** The filter of the address, without other people's votes if the reader may not see them. */
export function withoutOthers(scope: UserScope, { filter, problems }: Parsed): Parsed {
  const { by } = filter;
  if (by === undefined || mayReadFiguresOf(scope, by)) return { filter, problems };
  const accepts = "your own id; administrators name anybody who votes in their tenants";
  return {
    filter: { ...filter, by: undefined },
    problems: [...problems, { name: "by", sent: by, accepts }],
  };
}

/**
 * Reads what the list of calls needs, on its own page and next to a call.
 * @param withBrief whether the page shows the brief next to calls that wait
 */
export async function readPane(scope: UserScope, search: Search, withBrief = false) {
  const { filter, problems } = withoutOthers(scope, queueList.parse(search, homeView(scope.actor.role)));
  const waiting = readShell(scope).then((shell) => shell.waiting);
  const [jar, asked] = await Promise.all([cookies(), headers()]);
  const narrow = PHONE.test(asked.get("user-agent") ?? "");
  const [page, brief] = await Promise.all([
    listQueue(scope, filter, waiting),
    withBrief && !narrow && isPendingView(filter.view) ? getBrief(scope) : null,
  ]);
  const { rows, ...around } = page;
  const viewer = { id: scope.actor.id, mayDecide: mayDecide(scope.actor.role) };
  return {
    rows,
    pane: { filter, problems, page: around, rows: textOfRows(rows), saved: page.saved, viewer },
    listStep: boundedStep(Number(jar.get(LIST_WIDTH_COOKIE)?.value ?? Number.NaN)),
    narrow,
    brief,
  };
}
