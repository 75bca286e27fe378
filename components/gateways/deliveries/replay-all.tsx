"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { REPLAY } from "@/components/copy/gateway-log";
import { KEYS } from "@/components/copy/gateways";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Foreign } from "@/components/ui/code";
import { Dialog } from "@/components/ui/dialog";
import { type ActResult, useAct } from "@/components/ui/use-act";
import type { ReplayResult } from "@/lib/delivery/schema";

type Results = { results: ReplayResult[]; more: boolean };

/** Sends again everything a gateway could not be told, and says of each what became of it. */
export function ReplayAll({
  gatewayId,
  gateway,
  count,
  replay,
}: {
  gatewayId: string;
  gateway: string;
  count: number;
  replay: (input: { gatewayId: string }) => Promise<ActResult<Results>>;
}) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [told, setTold] = useState<Results | null>(null);
  const act = useAct(replay, { onDone: setTold });
  const close = () => {
    setOpen(false);
    if (told) router.refresh();
    setTold(null);
    act.clear();
  };
  return (
    <>
      <Button size="sm" className="max-sm:min-h-12" onClick={() => setOpen(true)}>
        {REPLAY.all(count)}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={REPLAY.allTitle(gateway)}
        description={REPLAY.allNote}
        busy={act.pending}
        footer={
          told ? (
            <Button variant="primary" onClick={close} data-autofocus>
              {KEYS.done}
            </Button>
          ) : (
            <Button
              variant="primary"
              pending={act.pending}
              pendingLabel={REPLAY.sending}
              onClick={() => void act.run({ gatewayId })}
              data-autofocus
            >
              {REPLAY.allDo}
            </Button>
          )
        }
      >
        <ActNotice problem={act.problem} />
        {told && <Told told={told} gatewayId={gatewayId} />}
      </Dialog>
    </>
  );
}

function Told({ told, gatewayId }: { told: Results; gatewayId: string }) {
  const refused = told.results.filter((result) => !result.ok);
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <p>{REPLAY.results(told.results.length - refused.length, refused.length)}</p>
      {told.more && <p className="text-fg-muted">{REPLAY.more}</p>}
      {refused.length > 0 && (
        <ul aria-label={REPLAY.refused} className="flex flex-col gap-1">
          {refused.map(({ id, message }) => (
            <li key={id}>
              <Link
                href={`/gateways/${gatewayId}/deliveries/${id}`}
                className="mono inline-flex min-h-6 items-center underline"
              >
                {id.slice(-8)}
              </Link>{" "}
              <Foreign>{message}</Foreign>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
