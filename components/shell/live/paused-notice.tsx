"use client";

import { Banner } from "@/components/ui/banner";
import { Time } from "@/components/ui/time";
import { LIVE } from "@/components/words/live";
import { useLiveStatus } from "./status";

/** That live updates have stopped, and how old the page is. */
export function PausedNotice() {
  const { connected, streaming, asOf } = useLiveStatus();
  if (connected && streaming) return null;
  return (
    <Banner flush icon="unlink">
      <b>{LIVE.paused}</b>
      {". "}
      {LIVE.asOf} <Time value={new Date(asOf)} form="time-seconds" />
      {". "}
      {connected ? LIVE.polling : LIVE.off}
    </Banner>
  );
}
