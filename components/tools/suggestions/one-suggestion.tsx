import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { evidenceLines, suggestionTitle, WHAT_TO_DO } from "@/lib/calls/suggestions/evidence";
import type { Suggestion } from "@/lib/calls/suggestions/types";
import { SuggestionActs } from "./suggestion-acts";
import { DISMISS_WORDS, SUGGESTION_STATE_WORDS } from "./suggestion-words";

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

/** One suggestion: what should change, the figures that say so, and what people said of it. */
export function OneSuggestion({ suggestion, mayJudge }: { suggestion: Suggestion; mayJudge: boolean }) {
  const { id, revision, kind, state, tool, tenant, raisedAt, goneAt, issue } = suggestion;
  const title = suggestionTitle(suggestion);
  return (
    <li className="flex items-start gap-3 border-border px-4 py-3 not-first:border-t max-sm:flex-col max-sm:gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="min-w-0 font-medium text-sm wrap-anywhere">
          <Untrusted>{title}</Untrusted>
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-fg-muted">
          <Link
            href={`/tools/${tool.id}/health`}
            data-key="row"
            className="inline-flex min-h-6 items-center underline-offset-2 wrap-anywhere hover:underline"
          >
            <Untrusted mono>{`${tool.provider} · ${tool.name}`}</Untrusted>
          </Link>
          <Untrusted>{tool.gateway}</Untrusted>
          <span>{tenant}</span>
          <Time value={raisedAt} form="relative" />
        </p>
        <ul aria-label="Evidence" className="flex flex-col gap-0.5 text-sm">
          {evidenceLines(suggestion).map(({ says, href }) => (
            <li key={says} className="wrap-anywhere">
              {href === null ? (
                <Untrusted>{says}</Untrusted>
              ) : (
                <Link href={href} className={LINK}>
                  <Untrusted>{says}</Untrusted>
                </Link>
              )}
            </li>
          ))}
        </ul>
        <p className="text-sm text-fg-muted">{WHAT_TO_DO[kind]}</p>
        <Said suggestion={suggestion} />
        {goneAt && (
          <p className="text-sm text-fg-muted">
            Its figures no longer say so, since <Time value={goneAt} form="date" />.
          </p>
        )}
        {issue && (
          <p className="text-sm">
            <Link href={`/feedback/${issue.id}`} className={LINK}>
              {issue.ref}
            </Link>
          </p>
        )}
      </div>
      {mayJudge && <SuggestionActs suggestion={{ id, revision, state, title, hasIssue: issue !== null }} />}
    </li>
  );
}

function Said({ suggestion: { state, judged } }: { suggestion: Suggestion }) {
  if (!judged) return null;
  return (
    <p className="text-sm text-fg-muted">
      {SUGGESTION_STATE_WORDS[state]} by <Untrusted>{judged.by ?? "a user who is gone"}</Untrusted>,{" "}
      <Time value={judged.at} form="relative" />
      {judged.reason && `: ${DISMISS_WORDS[judged.reason]}`}.
      {judged.note && (
        <>
          {" "}
          <q>
            <Untrusted>{judged.note}</Untrusted>
          </q>
        </>
      )}
    </p>
  );
}
