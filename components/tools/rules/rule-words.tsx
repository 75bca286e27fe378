import { Untrusted } from "@/components/ui/text/untrusted";
import { CLAIM_WORDS, LIST_WORDS } from "@/components/words/rules";
import type { RuleMatch } from "@/lib/tools/by-rule/types";

// Enough words to recognise the list; a button shows the rest.
const SHOWN = 8;

const LISTS = ["first", "last", "any", "providers", "members"] as const;

/** The match of a rule in words: all conditions have to hold, and any entry of a list. */
export function MatchWords({ match }: { match: RuleMatch }) {
  const lists = LISTS.filter((list) => match[list].length > 0);
  if (lists.length === 0 && match.claim === null) return <span>every tool</span>;
  return (
    <span className="flex flex-col gap-0.5">
      {lists.map((list, index) => (
        <Words key={list} before={`${index > 0 ? "and " : ""}${LIST_WORDS[list]}`} words={match[list]} />
      ))}
      {match.claim && <span>{`${lists.length > 0 ? "and " : ""}${CLAIM_WORDS[match.claim]}`}</span>}
    </span>
  );
}

function Words({ before, words }: { before: string; words: readonly string[] }) {
  const rest = words.slice(SHOWN);
  return (
    <span className="wrap-anywhere">
      {before} <Untrusted mono>{words.slice(0, SHOWN).join(", ")}</Untrusted>
      {rest.length > 0 && (
        <details className="ml-1.5 inline open:ml-0 open:block">
          <summary className="inline cursor-pointer list-none text-accent hover:underline">
            and {rest.length.toLocaleString("en")} more
          </summary>
          <Untrusted mono>{rest.join(", ")}</Untrusted>
        </details>
      )}
    </span>
  );
}
