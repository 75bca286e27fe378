"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { createTrackerItem } from "@/lib/feedback/actions";
import type { TrackerOffer } from "@/lib/feedback/tracker/types";
import { TRACKER_URL_MAX } from "@/lib/feedback/triage/types";
import { useTriage } from "../triage/use-triage";

type Issue = { id: string; ref: string; seen: string };

/** Creates an item in the tracker: through its API if connected, else on its own page. */
function MakeItem({ issue, offer: { name, connected, formUrl } }: { issue: Issue; offer: TrackerOffer }) {
  const router = useRouter();
  const toast = useToast();
  const { run, pending, problem } = useAct(createTrackerItem, {
    onDone: () => {
      toast({ text: `An item of ${issue.ref} was made on ${name}.` });
      router.refresh();
    },
  });
  if (!connected)
    return (
      <p className="text-sm">
        <a
          href={formUrl}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 max-sm:min-h-12"
        >
          New issue on {name}
        </a>
        <span className="text-fg-muted">: filled in beforehand. Link it here by its address then.</span>
      </p>
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon="plus"
        pending={pending}
        pendingLabel="Creating…"
        onClick={() => void run({ id: issue.id })}
        className="max-sm:min-h-12"
      >
        Create on {name}
      </Button>
      <ActNotice problem={problem} />
    </div>
  );
}

/** Links the issue to an item of any tracker, or removes the link. Both can be undone. */
export function TrackerForm({
  issue,
  linked,
  offer,
}: {
  issue: Issue;
  linked: boolean;
  offer: TrackerOffer | null;
}) {
  const { act, pending, problem } = useTriage(issue);
  const [url, setUrl] = useState("");
  // The result counts until the next read. Otherwise a second press would undo the first.
  const [done, setDone] = useState({ seen: "", linked });
  const isLinked = done.seen === issue.seen ? done.linked : linked;
  const part = useRef<HTMLDivElement>(null);
  const link = async (to: string | null) => {
    const inside = part.current?.contains(document.activeElement);
    if (!(await act({ verb: "track", url: to }))) return;
    setUrl("");
    setDone({ seen: issue.seen, linked: to !== null });
    // The pressed button is gone, so the focus moves to its section.
    if (inside) part.current?.focus();
  };
  return (
    <div ref={part} tabIndex={-1} className="flex flex-col items-stretch gap-2 outline-offset-4">
      {isLinked ? (
        <Button
          icon="unlink"
          pending={pending}
          onClick={() => void link(null)}
          className="self-start max-sm:min-h-12"
        >
          Remove the link
        </Button>
      ) : (
        <AddressForm url={url} pending={pending} onChange={setUrl} onLink={() => void link(url.trim())} />
      )}
      <ActNotice problem={problem} />
      {offer && !isLinked ? <MakeItem issue={issue} offer={offer} /> : null}
    </div>
  );
}

function AddressForm({
  url,
  pending,
  onChange,
  onLink,
}: {
  url: string;
  pending: boolean;
  onChange: (url: string) => void;
  onLink: () => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (url.trim() !== "" && !pending) onLink();
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-40">
          <TextField
            name="tracker"
            type="url"
            label="Address of an item in your tracker"
            placeholder="https://github.com/acme/crm/issues/12"
            value={url}
            required
            maxLength={TRACKER_URL_MAX}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
        <Button type="submit" icon="link" pending={pending} className="max-sm:min-h-12">
          Link
        </Button>
      </div>
    </form>
  );
}
