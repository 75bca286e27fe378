import { Deadline } from "@/components/ui/deadline";
import { LookAlikeNotes } from "@/components/ui/text/look-alike-notes";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { andOthers, decidedWords } from "@/components/words/approvals/status";
import type { ApprovalView, FactView } from "@/lib/approvals/detail/types";
import type { RiskWord } from "@/lib/core/risk";
import { decidedByPolicy } from "./policy-verdict";

/** Texts for facts that the gateway did not send. */
export const UNKNOWN = {
  what: "Unknown: the gateway sent no description",
  toWhom: "Unknown: the gateway sent no target",
  howMany: "Unknown: the gateway sent no count",
  undo: "Unknown: the gateway did not say",
};

/** Tint and ink of an unusual fact, in the colour of the risk it adds to. */
const HOT: Record<RiskWord, string> = {
  low: "bg-risk-medium-bg [--hot:var(--risk-medium)]",
  medium: "bg-risk-medium-bg [--hot:var(--risk-medium)]",
  high: "bg-risk-high-bg [--hot:var(--risk-high)]",
  critical: "bg-risk-critical-bg [--hot:var(--risk-critical)]",
};

// Small type on dark tints needs the plain ink for contrast.
const HOT_SMALL = "text-[light-dark(var(--hot),var(--fg))]";

const CELL =
  "flex min-w-0 flex-col border-border border-r px-[13px] py-[10px] last:border-r-0 max-md:border-b";

const FIRST_ON_PHONE = "max-md:order-first max-md:col-span-2 max-md:border-r-0";

function Fact({
  label,
  fact,
  unknown,
  risk,
  className = "",
}: {
  label: string;
  fact: FactView;
  unknown: string;
  risk: RiskWord;
  className?: string;
}) {
  return (
    <div className={`${CELL} ${fact.unusual ? HOT[risk] : ""} ${className}`}>
      <dt className={`font-medium text-2xs ${fact.unusual ? HOT_SMALL : "text-fg-subtle"}`}>{label}</dt>
      <dd className="contents">
        {fact.claim === null ? (
          <span className="text-sm text-fg-muted leading-5">{unknown}</span>
        ) : (
          <span className={`font-bold text-lg tabular-nums leading-6 ${fact.unusual ? "text-(--hot)" : ""}`}>
            <Untrusted>{fact.claim}</Untrusted>
          </span>
        )}
        {fact.note ? (
          <span className={`text-xs leading-[18px] ${fact.unusual ? HOT_SMALL : "text-fg-muted"}`}>
            <Untrusted>{fact.note}</Untrusted>
          </span>
        ) : null}
      </dd>
    </div>
  );
}

function TimeLeft({ view }: { view: ApprovalView }) {
  if (view.releaseAt !== null) {
    return (
      <div className={`${CELL} ${FIRST_ON_PHONE}`}>
        <dt className="font-medium text-2xs text-fg-subtle">Released in</dt>
        <dd className="contents">
          <span className="font-bold text-lg leading-6">
            <Deadline until={view.releaseAt} asOf={view.asOf} bare calm over="a moment" />
          </span>
          <span className="text-fg-muted text-xs leading-[18px] [&_.time]:whitespace-normal">
            at <Time value={view.releaseAt} form="time-seconds" /> · unless it is undone
          </span>
        </dd>
      </div>
    );
  }
  if (view.decision === "pending") {
    return (
      <div
        className={`${CELL} ${FIRST_ON_PHONE} group/time [--hot:var(--risk-critical)] has-[[data-urgent]]:bg-risk-critical-bg`}
      >
        <dt className="font-medium text-2xs text-fg-subtle group-has-[[data-urgent]]/time:text-[light-dark(var(--hot),var(--fg))]">
          Time left
        </dt>
        <dd className="contents">
          <span className="font-bold text-lg leading-6">
            <Deadline until={view.decideBy} since={view.createdAt} asOf={view.asOf} bare />
          </span>
          <span className="text-fg-muted text-xs leading-[18px] [&_.time]:whitespace-normal group-has-[[data-urgent]]/time:text-[light-dark(var(--hot),var(--fg))]">
            expires <Time value={view.decideBy} /> · does not run
          </span>
        </dd>
      </div>
    );
  }
  return (
    <div className={`${CELL} ${FIRST_ON_PHONE}`}>
      <dt className="font-medium text-2xs text-fg-subtle">Decided</dt>
      <dd className="contents">
        <span className="font-bold text-lg leading-6">
          {decidedWords(view.decision, decidedByPolicy(view))}
        </span>
        <span className="text-fg-muted text-xs leading-[18px]">
          {view.decidedAt ? <Time value={view.decidedAt} /> : null}
          {view.brokeGlass && view.decision === "approved" ? " · by break-glass, alone" : null}
          {view.decidedBy ? (
            <>
              {decidedByPolicy(view) ? " · by the " : " · "}
              <Untrusted>{view.decidedBy}</Untrusted>
              {andOthers(view)}
            </>
          ) : null}
        </span>
      </dd>
    </div>
  );
}

/** The five facts that decide most calls. Unknown facts say so. */
export function FactGrid({ view }: { view: ApprovalView }) {
  const { facts, risk } = view;
  const { what, toWhom, howMany, undo } = facts;
  return (
    <>
      <dl
        aria-label="Five facts"
        data-part="facts"
        className="mt-4 grid grid-cols-5 overflow-hidden rounded-card border border-border max-md:grid-cols-2"
      >
        <Fact label="What" fact={what} unknown={UNKNOWN.what} risk={risk} />
        <Fact
          label="Recipients"
          fact={toWhom}
          unknown={UNKNOWN.toWhom}
          risk={risk}
          className="max-md:border-r-0"
        />
        <Fact
          label="How many"
          fact={howMany}
          unknown={UNKNOWN.howMany}
          risk={risk}
          className={FIRST_ON_PHONE}
        />
        <Fact
          label="Undo"
          fact={undo}
          unknown={UNKNOWN.undo}
          risk={risk}
          className="max-md:col-span-2 max-md:border-r-0 max-md:border-b-0"
        />
        <TimeLeft view={view} />
      </dl>
      <LookAlikeNotes texts={[what.claim, toWhom.claim, howMany.claim, undo.claim]} />
    </>
  );
}
