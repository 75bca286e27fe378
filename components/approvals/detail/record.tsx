import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { mismatchSentence } from "@/components/words/tools";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { countOf } from "@/lib/approvals/precedent/rules";
import {
  type Disagreement,
  JUDGED_MAX,
  type Judged,
  type Notice,
  type Precedent,
} from "@/lib/approvals/precedent/types";
import { compareRisk } from "@/lib/tools/rating";
import { Drift } from "./drift";
import { SectionTitle } from "./section-title";

const count = (value: number) => value.toLocaleString("en");

/** New or changed ratings are information. Every other notice may point to a mistake. */
const QUIET: ReadonlySet<Notice["kind"]> = new Set(["first", "server_says"]);

/** A claim of higher risk is a warning. A claim of lower risk changes nothing. */
const isQuiet = (notice: Notice): boolean =>
  notice.kind === "claimed_risk" ? compareRisk(notice.claimed, notice.ours) < 0 : QUIET.has(notice.kind);

const FIRST = {
  tool: "No one has decided a call of this tool before.",
  agent: "No one has decided a call of this agent before.",
  caller: "No one has decided a call of this tool by this agent before.",
  target: "No one has decided a call of this tool for this target before.",
};

const MOSTLY_REFUSED = {
  tool: "of this tool",
  agent: "of this agent",
  target: "of this tool for this target",
};

function Disagrees({ disagreement: { by, claimed, held, name, kind } }: { disagreement: Disagreement }) {
  return (
    <>
      {by === "summary" ? "The summary" : "“How many”"} says <b className="font-bold">{count(claimed)}</b>,
      but the arguments {kind === "list" ? "hold" : "say"} <b className="font-bold">{count(held)}</b> (
      <Untrusted mono>{name}</Untrusted>).
    </>
  );
}

function times(claimed: number, median: number): string {
  if (median === 0) return "is far above the usual 0";
  const ratio = claimed / median;
  const shown = ratio >= 10 ? count(Math.round(ratio)) : ratio.toFixed(1).replace(/\.0$/, "");
  return `is ${shown} times the usual ${count(median)}`;
}

function sentenceOf(notice: Notice, view: ApprovalView): ReactNode {
  switch (notice.kind) {
    case "may_have_run":
      return (
        <>
          <Link href={`/approvals/${notice.id}`} className="underline underline-offset-2">
            The same call
          </Link>{" "}
          started <Time value={notice.at} form="relative" />, and its gateway never reported how it ended: it
          may have taken effect already. Look there before you approve.
        </>
      );
    case "disagreement":
      return <Disagrees disagreement={notice.disagreement} />;
    case "how_many":
      return `${count(notice.claimed)} ${times(notice.claimed, notice.median)}, the median of the last ${counted(notice.of, "approved call")} of this tool. The most was ${count(notice.highest)}.`;
    case "most_ever":
      return `${count(notice.claimed)} is more than in any of the last ${counted(notice.of, "approved call")} of this tool: the most was ${count(notice.highest)}.`;
    case "precondition":
      return (
        <>
          What it acts on may have changed since it was asked: it expects{" "}
          <Untrusted mono>{notice.ours}</Untrusted>, and{" "}
          <Link href={`/approvals/${notice.id}`} className="underline underline-offset-2">
            a later call for the same target
          </Link>{" "}
          names <Untrusted mono>{notice.theirs}</Untrusted> (<Time value={notice.at} />
          ).
        </>
      );
    case "definition":
      return view.server.changedSinceLastApproval ? (
        <Drift drift={view.server.changedSinceLastApproval} version={view.server.version} />
      ) : null;
    case "mostly_refused":
      return `People said no to ${count(notice.refused)} of the last ${counted(notice.of, "call")} ${MOSTLY_REFUSED[notice.what]} that they decided.`;
    case "first":
      return FIRST[notice.what];
    case "server_says":
      return mismatchSentence(notice.mismatch, notice.ours);
    case "claimed_risk":
      return `The gateway calls this call ${RISK_WORDS[notice.claimed]}; we rate the tool ${RISK_WORDS[notice.ours]}.`;
  }
}

function of(judged: Judged): string {
  return `${count(judged.approved)} of ${count(countOf(judged))}`;
}

/** The usual record in one line: approvals out of decisions. */
function usualLine({ tool, agent, target }: Precedent): string {
  const parts = [
    `tool ${of(tool)}`,
    ...(agent && countOf(agent) > 0 ? [`agent ${of(agent)}`] : []),
    ...(target && countOf(target) > 0 ? [`target ${of(target)}`] : []),
  ];
  return `Approved before: ${parts.join(" · ")}`;
}

function Row({ label, judged }: { label: string; judged: Judged | null }) {
  if (!judged) return null;
  const decided = countOf(judged);
  const which = decided === JUDGED_MAX ? `the last ${count(decided)}` : "all that are kept";
  return (
    <>
      <dt className="text-fg-subtle">{label}</dt>
      <dd>
        {decided === 0
          ? "no decision yet"
          : `${count(judged.approved)} approved, ${count(judged.refused)} turned down (${which})`}
      </dd>
    </>
  );
}

function Usual({ precedent }: { precedent: Precedent }) {
  const { tool, agent, target, howMany } = precedent;
  if (countOf(tool) + countOf(agent) === 0)
    return <p className="text-fg-muted text-sm">There is no earlier decision to go by.</p>;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer text-fg-muted max-sm:min-h-12 max-sm:py-3">
        {usualLine(precedent)}
      </summary>
      <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-2.5 gap-y-[3px] py-1.5">
        <Row label="This tool" judged={tool} />
        <Row label="This agent, any tool" judged={agent} />
        <Row label="This target, this tool" judged={target} />
        {howMany.median === null || howMany.highest === null ? null : (
          <>
            <dt className="text-fg-subtle">How many</dt>
            <dd>
              {`usually ${count(howMany.median)}, at most ${count(howMany.highest)} (${counted(howMany.of, "approved call")} of this tool)`}
            </dd>
          </>
        )}
      </dl>
      <p className="text-fg-subtle text-xs">
        Decisions of people only. Turned down: rejected, sent back for changes, or revoked.
      </p>
    </details>
  );
}

/** The history of similar calls: unusual facts first, usual ones folded to a line. */
export function RecordSection({ view }: { view: ApprovalView }) {
  const { precedent } = view;
  if (!precedent) return null;
  const { notices } = precedent;
  return (
    <section aria-labelledby="record">
      <SectionTitle
        id="record"
        title="What the record says"
        note={notices.length === 0 ? "nothing unusual" : "counted by Countersign"}
      />
      <div className="flex flex-col gap-1.5 rounded-card border border-border bg-surface px-[13px] py-2.5">
        {notices.length === 0 ? null : (
          <ul aria-label="What is unusual" className="flex flex-col gap-1.5">
            {notices.map((notice) => (
              <li
                key={"what" in notice ? `${notice.kind} ${notice.what}` : notice.kind}
                data-part="record"
                className={`flex gap-2 text-sm ${isQuiet(notice) ? "" : "font-medium text-risk-high"}`}
              >
                <Icon
                  name={isQuiet(notice) ? "info" : "alert"}
                  size={14}
                  className={`mt-[3px] shrink-0 ${notice.kind === "definition" ? "max-sm:mt-[15px]" : ""}`}
                />
                <div className="min-w-0 flex-1 wrap-anywhere">{sentenceOf(notice, view)}</div>
              </li>
            ))}
          </ul>
        )}
        <Usual precedent={precedent} />
      </div>
    </section>
  );
}
