import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { hintsOf, mismatchOf } from "@/lib/tools/hints";
import type { Facts } from "../schema";
import { disagreementOf } from "./disagreement";
import { type Judged, type Notice, type Precedent, type StoredRecord, UNUSUAL_RATIO } from "./types";

/** Minimum earlier calls before a value counts as usual. */
const USUAL_FROM = 3;

type CallOnRecord = {
  /** Null without a summary, or if a person has edited the arguments since. */
  summary: string | null;
  facts: Facts | null;
  argumentsText: string;
  edited: boolean;
  agent: string | null;
  precondition: string | null;
  claimedRisk: RiskWord | null;
  /** The rating of the tool by people, the catalogue or a rule; null without one. */
  rating: RiskWord | null;
  annotationsText: string | null;
  /** The definition's versions at the last approved call and now, if they differ. */
  definition: { from: number; to: number } | null;
  /** The same call, started before, if its outcome is still unknown. */
  mayHaveRun: { id: string; at: Date } | null;
};

/** The precedents of a call, with unusual facts first. */
export function precedentOf(call: CallOnRecord, record: StoredRecord): Precedent {
  const { tool, agent, target, howMany } = record;
  const notices: (Notice | null)[] = [
    call.mayHaveRun && { kind: "may_have_run", ...call.mayHaveRun },
    claimedOtherwise(call),
    countNotice(call.facts, record),
    preconditionNotice(call, record),
    call.definition && { kind: "definition", ...call.definition },
    ...mostlyRefused(record),
    ...firsts(call, record),
    serverSays(call),
    ratedOtherwise(call),
  ];
  return { tool, agent, target, howMany, notices: notices.filter((one) => one !== null) };
}

function claimedOtherwise({ summary, facts, argumentsText, edited }: CallOnRecord): Notice | null {
  if (edited) return null;
  const disagreement = disagreementOf({
    summary,
    howMany: facts?.how_many,
    args: parseJson(argumentsText),
  });
  return disagreement && { kind: "disagreement", disagreement };
}

/** A count far from the usual, or above everything approved. */
function countNotice(facts: Facts | null, { howMany: { of, median, highest } }: StoredRecord): Notice | null {
  const claimed = facts?.how_many;
  if (typeof claimed !== "number" || median === null || highest === null || of < USUAL_FROM) return null;
  // With a usual count of zero, one is not a multiple.
  if (claimed >= Math.max(median, 1) * UNUSUAL_RATIO)
    return { kind: "how_many", claimed, median, highest, of };
  return claimed > highest ? { kind: "most_ever", claimed, highest, of } : null;
}

/** A later call knows the target's newer state: another precondition means that it changed. */
function preconditionNotice({ precondition: ours }: CallOnRecord, { later }: StoredRecord): Notice | null {
  if (ours === null || later === null || later.precondition === ours) return null;
  return {
    kind: "precondition",
    ours,
    theirs: later.precondition,
    id: later.id,
    at: new Date(later.at),
  };
}

function mostlyRefused({ tool, agent, target }: StoredRecord): Notice[] {
  const of = (what: "tool" | "agent" | "target", judged: Judged | null): Notice[] => {
    const all = countOf(judged);
    return judged && all >= USUAL_FROM && judged.refused * 2 >= all
      ? [{ kind: "mostly_refused", what, refused: judged.refused, of: all }]
      : [];
  };
  return [...of("target", target), ...of("agent", agent), ...of("tool", tool)];
}

export function countOf(judged: Judged | null): number {
  return judged ? judged.approved + judged.refused : 0;
}

/** What people have not decided before. If the tool is new, everything else is too. */
function firsts({ agent: name }: CallOnRecord, { tool, agent, caller, target }: StoredRecord): Notice[] {
  const agentIsNew: Notice[] = agent && countOf(agent) === 0 ? [{ kind: "first", what: "agent" }] : [];
  if (countOf(tool) === 0) return [{ kind: "first", what: "tool" }, ...agentIsNew];
  const callerIsNew: Notice[] = name !== null && !caller ? [{ kind: "first", what: "caller" }] : [];
  const targetIsNew: Notice[] = target && countOf(target) === 0 ? [{ kind: "first", what: "target" }] : [];
  return [...(agentIsNew.length > 0 ? agentIsNew : callerIsNew), ...targetIsNew];
}

/** Where the server's annotations contradict the rating; missing ones do not. */
function serverSays({ rating, annotationsText }: CallOnRecord): Notice | null {
  if (rating === null) return null;
  const mismatch = mismatchOf(rating, hintsOf(annotationsText));
  return mismatch === null || mismatch === "says_nothing"
    ? null
    : { kind: "server_says", mismatch, ours: rating };
}

function ratedOtherwise({ claimedRisk: claimed, rating: ours }: CallOnRecord): Notice | null {
  return claimed === null || ours === null || claimed === ours
    ? null
    : { kind: "claimed_risk", claimed, ours };
}
