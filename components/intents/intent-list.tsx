import { StatusMark } from "@/components/ui/badge";
import { Sparkline } from "@/components/ui/chart/sparkline";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { INTENT_STATES, REVIEW_WORDS, shareWords } from "@/components/words/intents";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { revealedText } from "@/lib/core/text/reveal";
import type { IntentLevel, ListedIntent } from "@/lib/intents/browser/types";
import { memberList } from "@/lib/intents/list";
import { ChooseBox, ChoosingProvider } from "./choice";
import { ChoiceBar, type Choosable } from "./choice-bar";

const TOOLS_SHOWN = 3;

type Props = {
  intents: readonly ListedIntent[];
  /** Tenant names by id, if there are several. */
  tenants: ReadonlyMap<string, string> | null;
  level: IntentLevel | undefined;
  /** Whether the viewer may act on them. */
  mayChoose: boolean;
};

const rowKey = ({ id, part }: ListedIntent) => `${id} ${part}`;

/** Intents with trend and outcomes; each figure links to its calls. */
export function IntentList({ intents, tenants, level, mayChoose }: Props) {
  const rows = intents.map(({ id, tenantId, name, revision, calls, pinned, ignored, review }) => ({
    id,
    of: { id, tenantId, name, revision, calls, pinned, ignored, review } satisfies Choosable,
  }));
  const choosable = mayChoose && level === undefined;
  return (
    <ChoosingProvider rows={choosable ? rows : []}>
      <ul aria-label="Intents" className="divide-y divide-border">
        {intents.map((intent) => (
          <li
            key={rowKey(intent)}
            data-row
            data-intent={intent.id}
            className="flex flex-wrap items-start gap-x-4 gap-y-1 px-3.5 py-(--row-pad) max-sm:gap-x-2 lg:items-center"
          >
            {choosable && <ChooseBox id={intent.id} label={`Select ${revealedText(intent.name)}`} />}
            <Named intent={intent} tenants={tenants} level={level} />
            <span className="self-center">
              <Sparkline label="Calls in each of the last eight weeks" values={intent.weeks} />
            </span>
            <Figures intent={intent} level={level} />
          </li>
        ))}
      </ul>
      {choosable && <ChoiceBar />}
    </ChoosingProvider>
  );
}

function Named({ intent, tenants, level }: { intent: ListedIntent } & Pick<Props, "tenants" | "level">) {
  const { id, part, name, tools, members, templates } = intent;
  const finer = level === "fine" || level === "finest" ? { level, part } : {};
  return (
    <div className="flex min-w-0 flex-1 basis-72 flex-col max-sm:basis-36">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          href={memberList.link(finer, {}, `/rationales/intents/${id}`)}
          data-key="row"
          className="inline-flex min-h-6 items-center font-medium text-sm wrap-anywhere hover:underline max-sm:min-h-12"
        >
          <Untrusted>{name}</Untrusted>
        </Link>
        <Marks intent={intent} />
      </span>
      <span className="text-xs text-fg-muted wrap-anywhere">
        {tenants && `${tenants.get(intent.tenantId) ?? ""} · `}
        {members > 1 && `with ${counted(members - 1, "other intent")} · `}
        <Untrusted>{tools.slice(0, TOOLS_SHOWN).join(", ")}</Untrusted>
        {tools.length > TOOLS_SHOWN && ` and ${tools.length - TOOLS_SHOWN} more`}
        {` · ${counted(templates, "way", "ways")} to say it`}
      </span>
    </div>
  );
}

/** Remarkable facts apart from the figures; nothing for a steady, unedited intent. */
export function Marks({
  intent: { state, pinned, ignored, review, weak },
}: {
  intent: Pick<ListedIntent, "state" | "pinned" | "ignored" | "review" | "weak">;
}) {
  return (
    <>
      {pinned && <StatusMark icon="bookmark">Pinned</StatusMark>}
      {state !== "steady" && <StatusMark>{INTENT_STATES[state]}</StatusMark>}
      {weak && <StatusMark icon="help">Weak theme</StatusMark>}
      {review !== "open" && <StatusMark icon="check">{REVIEW_WORDS[review]}</StatusMark>}
      {ignored && <StatusMark icon="ban">Ignored</StatusMark>}
    </>
  );
}

function Figures({ intent, level }: { intent: ListedIntent; level: IntentLevel | undefined }) {
  const { id, calls, failed, held, lastAt } = intent;
  // No address lists the calls of a part or of several intents.
  const href = (more: Partial<LogFilter>) =>
    level === undefined ? callList.link({ intent: id, within: "any", ...more }) : null;
  return (
    <span className="flex items-center justify-end gap-x-3 text-fg-muted text-xs max-sm:w-full max-sm:flex-wrap max-sm:justify-start sm:max-lg:w-44 sm:max-lg:flex-col sm:max-lg:items-end lg:*:w-20 lg:*:justify-end lg:*:text-right">
      <Figure href={href({})} strong>
        {counted(calls, "call")}
      </Figure>
      <span className="flex flex-wrap justify-end gap-x-2 lg:w-auto! lg:flex-nowrap lg:*:w-20 lg:*:justify-end">
        <Figure href={failed > 0 ? href({ class: "failed" }) : null}>
          {failed === 0 ? "none failed" : `${shareWords(failed, calls)} failed`}
        </Figure>
        <Figure href={held > 0 ? href({ held: "yes" }) : null}>
          {held === 0 ? "none held" : `${shareWords(held, calls)} held`}
        </Figure>
      </span>
      {lastAt && (
        <span className="lg:w-24!">
          last <Time value={lastAt} form="relative" />
        </span>
      )}
    </span>
  );
}

function Figure({
  href,
  strong = false,
  children,
}: {
  href: string | null;
  strong?: boolean;
  children: string;
}) {
  const look = `inline-flex min-h-6 items-center max-sm:min-h-12 tnum ${strong ? "text-sm text-fg" : ""}`;
  if (href === null) return <span className={look}>{children}</span>;
  return (
    <Link href={href} className={`${look} hover:underline`}>
      {children}
    </Link>
  );
}
