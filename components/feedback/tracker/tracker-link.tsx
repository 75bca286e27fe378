import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { IssueView } from "@/lib/feedback/inbox/types";
import type { TrackerOffer } from "@/lib/feedback/tracker/types";
import type { TrackerLink as Link } from "@/lib/feedback/types";
import { RailPart } from "../issue/rail-part";
import { TrackerForm } from "./tracker-form";

const STATES = { open: "Open there", closed: "Closed there" } as const;

/** Host and path; the host shows where the link leads. */
function shownAddress(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname === "/" ? "" : pathname}${search}`;
}

function Linked({ tracker: { url, state, checkedAt } }: { tracker: Link }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <a
        href={url}
        target="_blank"
        rel="noreferrer noopener"
        className="inline-flex min-h-6 items-center gap-1 text-accent underline underline-offset-2 wrap-anywhere max-sm:min-h-12"
      >
        <Icon name="external" size={13} />
        <span>
          <Untrusted>{shownAddress(url)}</Untrusted>
        </span>
      </a>
      {state && (
        <span className="text-fg-muted">
          {STATES[state]}
          {checkedAt && (
            <>
              , as of <Time value={checkedAt} />
            </>
          )}
        </span>
      )}
    </p>
  );
}

/** The linked item of an external tracker. People who triage can link and unlink it. */
export function TrackerLink({
  issue,
  offer,
  mayTriage,
}: {
  issue: IssueView;
  offer: TrackerOffer | null;
  mayTriage: boolean;
}) {
  const { id, ref, updatedAt } = issue;
  const { tracker } = issue.triage;
  if (!tracker && !mayTriage) return null;
  return (
    <RailPart id="issue-tracker" title="Tracker">
      {tracker ? <Linked tracker={tracker} /> : null}
      {mayTriage && (
        <TrackerForm
          issue={{ id, ref, seen: updatedAt.toISOString() }}
          linked={tracker !== null}
          offer={offer}
        />
      )}
    </RailPart>
  );
}
