"use client";

import { Banner } from "@/components/ui/banner";
import { Time } from "@/components/ui/time";
import { useLiveStatus } from "./status";

/** Says that live updates have stopped, and how old the page is. Takes no room while they arrive. */
export function LiveBanner() {
  const { connected, streaming, asOf } = useLiveStatus();
  return (
    <div role="status">
      {!(connected && streaming) && (
        <Banner flush icon="unlink">
          <b>Live updates paused</b>, data as of <Time value={new Date(asOf)} form="time-seconds" />.{" "}
          {connected
            ? "The page is read again every 5 seconds."
            : "Approving is off until the page could be read again."}
        </Banner>
      )}
    </div>
  );
}
