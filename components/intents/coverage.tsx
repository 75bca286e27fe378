import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { counted } from "@/components/words/counts";
import { shareWords } from "@/components/words/intents";
import { callList } from "@/lib/calls/log/list";
import { MEANING } from "@/lib/insights/signals/types";
import { intentList } from "@/lib/intents/list";
import { GROUPED_MAX } from "@/lib/intents/runs/types";
import type { Coverage } from "@/lib/intents/types";

/**
 * The share of calls in each group. `isGrouped`: grouping ran, so rationales outside of intents are
 * too rare.
 */
export function CoverageStrip({ coverage, isGrouped }: { coverage: Coverage; isGrouped: boolean }) {
  const { calls, inIntents, longTail, longTailTemplates, recurring, empty } = coverage;
  const ways = counted(longTailTemplates, "way", "ways");
  const item = (term: string, part: number, note: string) => ({
    ...{ term, note },
    value: part.toLocaleString("en"),
  });
  return (
    <FactStrip
      label="Where the calls are"
      items={[
        item("Calls with a rationale", calls, "read so far"),
        item("In an intent", inIntents, shareWords(inIntents, calls)),
        isGrouped
          ? item("Long tail", longTail, `${ways} to say it, too few of each`)
          : item("Not grouped yet", longTail, `${ways} to say it`),
        item("Recurring", recurring, "scheduled jobs"),
        {
          term: "Say something",
          value: shareWords(calls - empty, calls),
          note: (
            <>
              {empty.toLocaleString("en")} say nothing;{" "}
              <Link href="/insights" className="underline">
                the line is {100 * MEANING.shareMin}&nbsp;%
              </Link>
            </>
          ),
        },
      ]}
    />
  );
}

const LINK = "text-accent underline";

/** The coverage in sentences: what the list covers, which part is weak, and what is left out. */
export function CoverageWords({ coverage, tenant }: { coverage: Coverage; tenant: string | undefined }) {
  const { calls, inIntents, longTail, recurring, empty, intents, weak, ignored, without } = coverage;
  if (intents === 0 || calls === 0) return null;
  const left = [
    longTail > 0 && `${shareWords(longTail, calls)} are said too seldom to group`,
    empty > 0 && `${shareWords(empty, calls)} say nothing`,
    recurring > 0 && `${shareWords(recurring, calls)} come from jobs`,
  ].filter((part) => part !== false);
  return (
    <p className="max-w-[90ch] text-sm text-fg-muted">
      {counted(intents, "intent covers", "intents cover")} {shareWords(inIntents, calls)} of the calls that
      came with a rationale.{left.length > 0 && ` Of these calls, ${left.join(", ")}.`}{" "}
      {weak > 0 && (
        <>
          <Link href={intentList.link({ tenant, only: "weak" })} className={LINK}>
            {counted(weak, "intent is a weak theme", "intents are weak themes")}
          </Link>
          : their rationales have little in common, or few calls give them.{" "}
        </>
      )}
      {ignored > 0 && (
        <>
          <Link href={intentList.link({ tenant, only: "ignored" })} className={LINK}>
            {counted(ignored, "is", "are")} ignored
          </Link>{" "}
          and not listed.{" "}
        </>
      )}
      {without > 0 && (
        <>
          <Link href={callList.link({ tenant, rationale: "missing", within: "any" })} className={LINK}>
            {counted(without, "more call")}
          </Link>{" "}
          came without a rationale of the usual length.{" "}
        </>
      )}
      The {GROUPED_MAX.toLocaleString("en")} most frequent rationales are compared with each other; all others
      join the nearest intent.
    </p>
  );
}
