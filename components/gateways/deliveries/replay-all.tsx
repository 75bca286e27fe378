"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import { replayCallbacks } from "@/lib/approvals/actions";
import type { ReplayResult } from "@/lib/delivery/types";

type Results = { results: ReplayResult[]; more: boolean };
type Target = { gatewayId: string; gateway: string };

const Ask = createContext<(target: Target) => void>(() => undefined);

/**
 * The dialog that resends all undelivered callbacks of a gateway. It wraps the list, because rows
 * leave it as soon as they are sent, while the results have to stay.
 */
export function ReplayAllHost({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<Target | null>(null);
  return (
    <Ask value={setTarget}>
      {children}
      {target && <ReplayAll target={target} onClose={() => setTarget(null)} />}
    </Ask>
  );
}

/** Opens the dialog. */
export function ReplayAllButton({ count, ...target }: Target & { count: number }) {
  const ask = useContext(Ask);
  return (
    <Button size="sm" className="max-sm:min-h-12" onClick={() => ask(target)}>
      Send all {count} again…
    </Button>
  );
}

function ReplayAll({ target, onClose }: { target: Target; onClose: () => void }) {
  const router = useRouter();
  const [told, setTold] = useState<Results | null>(null);
  const act = useAct(replayCallbacks, { onDone: setTold });
  const close = () => {
    if (told) router.refresh();
    onClose();
  };
  const { gatewayId, gateway } = target;
  return (
    <Dialog
      open
      onClose={close}
      title={`Send the undelivered callbacks of ${gateway} again?`}
      description="Each callback keeps its id, so a gateway can recognise one that it already received. Countersign signs it with the current secret and sends at most 200 at once."
      busy={act.pending}
      footer={
        told ? (
          <Button variant="primary" onClick={close} data-autofocus>
            Done
          </Button>
        ) : (
          <Button
            variant="primary"
            pending={act.pending}
            pendingLabel="Sending…"
            onClick={() => void act.run({ gatewayId })}
            data-autofocus
          >
            Send them again
          </Button>
        )
      }
    >
      <ActNotice problem={act.problem} />
      {told && <Told told={told} gatewayId={gatewayId} />}
    </Dialog>
  );
}

function Told({ told, gatewayId }: { told: Results; gatewayId: string }) {
  const refused = told.results.filter((result) => !result.ok);
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <p>
        {counted(told.results.length - refused.length, "callback")} sent again
        {refused.length > 0 && `, ${refused.length} refused`}.
      </p>
      {told.more && <p className="text-fg-muted">There are more: send again for the next.</p>}
      {refused.length > 0 && (
        <ul aria-label="Refused" className="flex flex-col gap-1">
          {refused.map(({ id, message }) => (
            <li key={id}>
              <Link
                href={`/gateways/${gatewayId}/deliveries/${id}`}
                className="mono inline-flex min-h-6 items-center underline"
              >
                {id.slice(-8)}
              </Link>{" "}
              <Untrusted>{message ?? ""}</Untrusted>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
