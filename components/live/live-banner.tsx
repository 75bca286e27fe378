"use client";

import { LIVE } from "@/components/copy/live";
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
          <b>{LIVE.paused}</b>
          {". "}
          {LIVE.asOf} <Time value={new Date(asOf)} form="time-seconds" />
          {". "}
          {connected ? LIVE.polling : LIVE.off}
        </Banner>
      )}
    </div>
  );
}
