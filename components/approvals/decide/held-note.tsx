import { Deadline } from "@/components/ui/deadline";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { BarView } from "./bar-view";

/** Enough people approved the call; shows how long they can still undo it. */
export function HeldNote({ view }: { view: BarView }) {
  const { releaseAt, asOf, approvers } = view;
  if (releaseAt === null) return null;
  return (
    <p className="flex gap-1.5 rounded-control border border-border-strong bg-sunken px-2.5 py-2 text-sm">
      <Icon name="hourglass" className="mt-0.5" />
      <span>
        <b className="font-bold">
          Approved{approvers.length > 0 ? " by " : null}
          <Untrusted>{new Intl.ListFormat("en").format(approvers)}</Untrusted>
        </b>
        , held before release. It is released in{" "}
        <Deadline until={releaseAt} asOf={asOf} bare calm over="a moment" />. Nothing runs before then.
      </span>
    </p>
  );
}
