import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { all } from "@/lib/core/text/either";

const VOTED: Record<string, string> = {
  approve: "approved",
  reject: "rejected",
  request_changes: "asked for changes",
  revoke: "revoked it",
  break_glass: "approved alone by break-glass",
};

type Vote = ApprovalView["votes"][number];
type Missing = Pick<
  NonNullable<ApprovalView["missing"]>,
  "needed" | "undecided" | "withoutPasskey" | "who" | "noOneFor"
>;

function whyVoid({ verdict, counts, earlier, deputyFor, signed, unsigned }: Vote): string | null {
  if (counts || verdict !== "approve") return null;
  if (unsigned && !earlier)
    return signed
      ? "Does not count any more: the passkey that signed it was removed."
      : "Does not count any more: it was given without a passkey, which is asked for now.";
  return earlier
    ? "Does not count any more: the arguments were edited since."
    : deputyFor === null
      ? "Does not count any more: they may no longer decide this call."
      : "Does not count any more: they may no longer decide this call in that place.";
}

/** Each vote with its author, and whether it counts. */
export function VoteList({ votes }: Pick<ApprovalView, "votes">) {
  return (
    <ul className="flex flex-col gap-1">
      {votes.map((vote) => (
        <li key={`${vote.by} ${vote.at.toISOString()}`}>
          <Untrusted>{vote.by}</Untrusted>
          {vote.deputyFor === null ? null : (
            <>
              {" for "}
              <Untrusted>{vote.deputyFor}</Untrusted>
            </>
          )}{" "}
          {VOTED[vote.verdict] ?? vote.verdict}
          <span className="text-fg-muted text-sm">
            {" · "}
            <Time value={vote.at} />
            {vote.signed ? " · signed with a passkey" : null}
          </span>
          {vote.reason ? (
            <span className="block text-fg-muted">
              “<Untrusted lines>{vote.reason}</Untrusted>”
            </span>
          ) : null}
          {whyVoid(vote) ? <span className="block text-fg-muted text-sm">{whyVoid(vote)}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** "1 more person has to approve", "2 people have to approve", "One more of finance has to approve". */
export function needsMore({
  missing,
  approvalsGiven,
  seats,
}: Pick<ApprovalView, "missing" | "approvalsGiven" | "seats">): string {
  const open = seats.filter((seat) => seat.open > 0);
  if (open.length > 0) {
    const words = all([...new Set(open.map(({ more }) => more))]);
    const isOne = open.length === 1 && open[0]?.open === 1;
    return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${isOne ? "has" : "have"} to approve`;
  }
  const needed = missing?.needed ?? 0;
  const who =
    approvalsGiven > 0 ? counted(needed, "more person", "more people") : counted(needed, "person", "people");
  return `${who} ${needed === 1 ? "has" : "have"} to approve`;
}

/** "Another person has to", "2 other people have to": who, where the viewer may not. */
export function othersHaveTo({ missing }: Pick<ApprovalView, "missing">): string {
  const needed = missing?.needed ?? 0;
  return needed > 1 ? `${counted(needed, "other person", "other people")} have to` : "Another person has to";
}

/** Whether a waiting call cannot be approved: too few people may approve it. */
export function lacksPeople({ missing }: Pick<ApprovalView, "missing">): boolean {
  return missing !== null && (missing.undecided < missing.needed || missing.noOneFor.length > 0);
}

/** Too few approvers are on duty now; names the next hour when enough are. */
function OffDuty({ missing }: Pick<ApprovalView, "missing">) {
  if (missing === null || missing.onDuty >= missing.needed) return null;
  const now = missing.onDuty === 0 ? "No one" : `Only ${counted(missing.onDuty, "person", "people")}`;
  return (
    <p className="text-fg-muted text-sm">
      {`${now} who can still approve this call ${missing.onDuty > 1 ? "are" : "is"} on duty now. Others are on duty at other hours.`}
    </p>
  );
}

/** Approvers who are out of office, and who decides for them. */
function Out({ out }: Pick<ApprovalView, "out">) {
  if (out.length === 0) return null;
  return (
    <ul aria-label="Out of office" className="text-fg-muted text-sm">
      {out.map(({ name, until, deputy }) => (
        <li key={name}>
          <Untrusted>{name}</Untrusted> is out until <Time value={until} form="date" />;{" "}
          <Untrusted>{deputy}</Untrusted> is the deputy.
        </li>
      ))}
    </ul>
  );
}

/** Why a call cannot be approved at present, and what would help. */
export function tooFewWords({ needed, undecided, withoutPasskey, noOneFor }: Omit<Missing, "who">): string {
  const left = counted(undecided, "person", "people");
  if (noOneFor.length === 0 && undecided + withoutPasskey >= needed) {
    const lack = counted(withoutPasskey, "person has", "people have");
    return undecided === 0
      ? `Approving this call requires a passkey, and no remaining approver has one. ${lack} none yet and can add one in their profile.`
      : `Approving this call requires a passkey, and only ${left} left to approve it ${undecided === 1 ? "has" : "have"} one. ${lack} none yet and can add one in their profile.`;
  }
  const few =
    noOneFor.length > 0 && undecided > 0
      ? `Too few people of ${all(noOneFor)} are left who can approve this call. It can be rejected or cancelled, or it expires.`
      : undecided === 0
        ? "No one is left who can approve this call. It can only be cancelled, or it expires."
        : `Only ${left} ${undecided === 1 ? "is" : "are"} left who can approve this call. It can be rejected or cancelled, or it expires.`;
  const lacking =
    withoutPasskey > 0
      ? ` ${counted(withoutPasskey, "other has", "others have")} no passkey and can add one in their profile.`
      : "";
  return `${few}${lacking} An administrator can let more people decide. A changed policy applies to new calls only.`;
}

/**
 * The eligible people: ": you or Tom" if any one is enough, ": Maya and Tom" if all are needed,
 * else ", of Ines, Maya and Tom".
 */
export function whoWords({
  needed,
  who,
}: Pick<Missing, "needed" | "who">): { lead: string; names: string } | null {
  if (who.length === 0) return null;
  const names = who.map(({ name, isViewer }) => (isViewer ? "you" : name));
  const type = needed === 1 ? "disjunction" : "conjunction";
  const lead = needed === 1 || needed === who.length ? ": " : ", of ";
  return { lead, names: new Intl.ListFormat("en-GB", { type }).format(names) };
}

function Of({ missing }: { missing: Missing }) {
  const words = whoWords(missing);
  return words ? (
    <>
      {words.lead}
      <Untrusted>{words.names}</Untrusted>
    </>
  ) : null;
}

/** How many more approvals are needed, with a warning if too few people can give them. */
export function StillNeeded({ view }: { view: ApprovalView }) {
  const { missing, seats } = view;
  if (missing === null || missing.needed === 0) return null;
  const short = lacksPeople(view);
  const isCounted = view.approvalsRequired > 1 || seats.length > 0;
  // Of several groups that are open, names would not say who is of which.
  const isOneGroup = seats.filter(({ open }) => open > 0).length < 2;
  if (!short && !isCounted)
    return (
      <>
        <OffDuty missing={missing} />
        <Out out={view.out} />
      </>
    );
  return (
    <>
      {isCounted ? (
        <p className="text-fg-muted">
          <Untrusted>{needsMore(view)}</Untrusted>
          {short || !isOneGroup ? null : <Of missing={missing} />}.
        </p>
      ) : null}
      {short ? (
        <p className="my-1.5 rounded-control border border-border-strong bg-sunken px-2.5 py-2 text-sm">
          {tooFewWords(missing)}
        </p>
      ) : (
        <OffDuty missing={missing} />
      )}
      <Out out={view.out} />
    </>
  );
}
