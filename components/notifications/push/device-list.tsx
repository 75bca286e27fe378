"use client";

import { Badge } from "@/components/ui/badge";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Icon } from "@/components/ui/icon";
import { Time } from "@/components/ui/time";
import { useRefresh } from "@/components/ui/use-refresh";
import { removeDeviceAction } from "@/lib/channels/push/actions";
import type { PushDeviceInfo } from "@/lib/channels/push/types";

/** The person's devices that receive push messages. */
export function DeviceList({ devices }: { devices: readonly PushDeviceInfo[] }) {
  const { refresh } = useRefresh();
  return (
    <ul aria-label="Devices with push" className="divide-y divide-border">
      {devices.map(({ id, name, createdAt, lastUsedAt, current, stale }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-(--row-pad)">
          <Icon name="bell" className="text-fg-subtle" />
          <div className="min-w-0 flex-1 basis-48">
            <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
              {name}
              {current && <Badge>Added in this session</Badge>}
              {stale && <Badge>Has to be added again: the push keys changed</Badge>}
            </p>
            <p className="text-xs text-fg-muted">
              added <Time value={createdAt} />
              {" · "}
              {lastUsedAt ? (
                <>
                  last notified <Time value={lastUsedAt} form="relative" />
                </>
              ) : (
                "never notified"
              )}
            </p>
          </div>
          <ConfirmAct
            size="sm"
            variant="ghost"
            label="Remove…"
            title={`Turn off push on ${name}?`}
            description="It is no longer notified. Push can be turned on again on that device."
            confirm="Turn off push"
            pendingLabel="Removing…"
            act={() => removeDeviceAction({ id })}
            onDone={refresh}
          />
        </li>
      ))}
    </ul>
  );
}
