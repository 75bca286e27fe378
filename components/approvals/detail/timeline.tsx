import type { IconName } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { Timeline } from "@/components/ui/timeline";
import { counted } from "@/components/words/counts";
import type { ApprovalView, DeliveryView, TimelineItem } from "@/lib/approvals/detail/types";
import type { Note } from "@/lib/approvals/notes/types";
import { NotePart } from "./notes";
import { ReplayButton } from "./replay-button";
import { SectionTitle } from "./section-title";

const ICONS: Record<TimelineItem["kind"], IconName> = {
  requested: "bot",
  notified: "inbox",
  viewed: "eye",
  assigned: "user",
  edited: "edit",
  vote: "users",
  decided: "check-circle",
  extended: "hourglass",
  dispatched: "send",
  told: "check",
  delivery: "alert",
  started: "play",
  finished: "flag",
  comment: "message",
  question: "message",
  reply: "bot",
  note: "info",
};

const DELIVERY: Record<DeliveryView["state"], string> = {
  waiting: "Waiting to be sent",
  sending: "Sending",
  delivered: "Delivered",
  dead: "Callback failed",
};

function Title({ item }: { item: TimelineItem }) {
  const title = <Untrusted>{item.title}</Untrusted>;
  return (
    <>
      {item.href ? (
        <Link href={item.href} className="underline underline-offset-2">
          {title}
        </Link>
      ) : (
        title
      )}
      {item.by ? (
        <span className="font-normal text-fg-muted">
          {" · "}
          <Untrusted>{item.by}</Untrusted>
        </span>
      ) : null}
    </>
  );
}

function Body({ item, note, own }: { item: TimelineItem; note: Note | undefined; own: boolean }) {
  return (
    <>
      {note ? <NoteText note={note} own={own} /> : null}
      {item.until ? (
        <p>
          until <Time value={item.until} />
        </p>
      ) : null}
      {item.detail ? <Untrusted lines>{item.detail}</Untrusted> : null}
    </>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const { id, href, state, attempts, lastStatus, lastError, nextAttemptAt, mayReplay } = delivery;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-border border-b px-[13px] py-2 text-sm last:border-b-0">
      <span className="min-w-0 grow">
        <Link href={href} className="font-medium underline underline-offset-2">
          {DELIVERY[state]}
        </Link>
        <span className="text-fg-muted"> · {counted(attempts, "attempt", "attempts")}</span>
        {lastStatus === null ? null : <span className="text-fg-muted"> · last response {lastStatus}</span>}
        {nextAttemptAt && state === "waiting" ? (
          <span className="text-fg-muted">
            {" "}
            · next attempt <Time value={nextAttemptAt} />
          </span>
        ) : null}
        {lastError ? (
          <span className="block text-fg-muted">
            <Untrusted>{lastError}</Untrusted>
          </span>
        ) : null}
      </span>
      {mayReplay ? <ReplayButton deliveryId={id} /> : null}
    </li>
  );
}

/** The agent of a call can be asked while it waits for this person's decision. */
const mayAsk = ({ decision, verbs }: ApprovalView) => decision === "pending" && verbs.length > 0;

/** The text of a comment or question; a reply is the agent's claim. */
function NoteText({ note, own }: { note: Note; own: boolean }) {
  if (note.text === null) return <p className="italic">Deleted by its author.</p>;
  if (note.kind === "reply")
    return (
      <UntrustedQuote title="The agent’s words" caption="passed on by the gateway, not verified">
        <Untrusted lines>{note.text}</Untrusted>
      </UntrustedQuote>
    );
  return (
    <div className="text-fg">
      <Untrusted lines>{note.text}</Untrusted>
      {own ? <NotePart part="delete" id={note.id} /> : null}
    </div>
  );
}

/** All events of the call, oldest first, and the callbacks to the gateway. */
export function TimelineSection({ view, mayNote }: { view: ApprovalView; mayNote: boolean }) {
  const notes = new Map(view.notes.map((note) => [note.id, note]));
  const items = view.timeline.map((item, index) => {
    const note = notes.get(item.note ?? "");
    const own = mayNote && note?.kind === "comment" && note.author?.id === view.viewerId;
    return {
      id: String(index),
      at: item.at,
      icon: ICONS[item.kind],
      title: <Title item={item} />,
      body: item.detail || item.until || note ? <Body item={item} note={note} own={own} /> : undefined,
    };
  });
  return (
    <section aria-labelledby="timeline">
      <SectionTitle id="timeline" title="Timeline" />
      {view.notes.some(({ isNew }) => isNew) ? <NotePart part="seen" approvalId={view.id} /> : null}
      <Timeline label="Timeline" items={items} />
      {mayNote ? <NotePart part="box" key={view.id} approvalId={view.id} mayAsk={mayAsk(view)} /> : null}
      {view.deliveries.length > 0 ? (
        <>
          <h3 className="mt-3 mb-1.5 font-bold text-fg-muted text-xs">Telling the gateway</h3>
          <ul className="rounded-card border border-border bg-surface">
            {view.deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
