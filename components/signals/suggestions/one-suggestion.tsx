import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { lessGuardedWords, ratingMeaning } from "@/components/words/tools";
import { suggestionTitle, WHAT_TO_DO } from "@/lib/signals/suggestions/evidence";
import type { ReRatingOffer } from "@/lib/signals/suggestions/re-rating";
import type { Suggestion } from "@/lib/signals/suggestions/types";
import { EvidenceList } from "./evidence-list";
import { offeredId } from "./offered-id";
import { RateAsSuggested } from "./rate-as-suggested";
import { SuggestionActs } from "./suggestion-acts";
import { DISMISS_WORDS, rateWords, SUGGESTION_STATE_WORDS } from "./suggestion-words";

/** One suggestion: the change, the supporting figures, and people's verdicts. */
export function OneSuggestion({
  suggestion,
  mayJudge,
  offer,
}: {
  suggestion: Suggestion;
  mayJudge: boolean;
  /** The suggested rating, if the reader may set it with one press. */
  offer?: ReRatingOffer;
}) {
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
        <EvidenceList suggestion={suggestion} />
        <p className="text-sm text-fg-muted">{WHAT_TO_DO[kind]}</p>
        {offer && <Offered id={id} offer={offer} tenant={tenant} />}
        <Said suggestion={suggestion} />
        {goneAt && (
          <p className="text-sm text-fg-muted">
            Its figures no longer say so, since <Time value={goneAt} form="date" />.
          </p>
        )}
        {issue && (
          <p className="text-sm">
            <Link
              href={`/feedback/${issue.id}`}
              className="inline-flex min-h-6 items-center text-accent hover:underline"
            >
              {issue.ref}
            </Link>
          </p>
        )}
      </div>
      {mayJudge && (
        <SuggestionActs
          suggestion={{ id, revision, state, title, hasIssue: issue !== null }}
          rate={offer && <RateAsSuggested id={id} revision={revision} offer={offer} />}
        />
      )}
    </li>
  );
}

/** The effect of rating as suggested, shown beforehand. */
function Offered({ id, offer, tenant }: { id: string; offer: ReRatingOffer; tenant: string }) {
  const { before, after, waiting } = offer;
  const weaker = lessGuardedWords(after, before);
  return (
    <p id={offeredId(id)} className="text-sm text-fg-muted">
      “{rateWords(offer)}” accepts this and rates the tool. {ratingMeaning(tenant, after, waiting)}
      {weaker && <b className="font-medium text-fg"> {weaker}</b>}
    </p>
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
