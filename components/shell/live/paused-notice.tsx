"use client";

import { Banner } from "@/components/ui/banner";
import { Time } from "@/components/ui/time";
import { useLiveStatus } from "./status";

/** Live updates have stopped; shows the page's age. */
export function PausedNotice() {
  const { connected, streaming, asOf } = useLiveStatus();
  if (connected && streaming) return null;
  return (
    <Banner flush icon="unlink">
      <b>Live updates paused</b>. Data as of <Time value={new Date(asOf)} form="time-seconds" />.{" "}
      {connected
        ? "The page reads its data again every 5 seconds."
        : "Approving is off until the page has been read again."}
    </Banner>
  );
}
