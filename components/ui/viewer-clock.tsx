"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { rememberInCookie } from "./set-cookie";
import { ZONE_COOKIE } from "./zone-cookie";

type ViewerClock = { zone: string /** The server's time now, in ms. */; now: () => number };

/** `first` is the server's clock; `live` continues from it. */
type Clocks = { first: ViewerClock; live: ViewerClock };

const DEVICE: ViewerClock = { zone: "UTC", now: Date.now };
const Context = createContext<Clocks>({ first: DEVICE, live: DEVICE });

/**
 * Provides the viewer's zone and the read's time. If this browser's zone differs from the server's
 * `zone`, times change at once and a cookie informs the server. With `chosen`, the person's choice
 * wins.
 */
export function ViewerClockProvider({
  zone,
  chosen = false,
  asOf,
  children,
}: {
  zone: string;
  chosen?: boolean;
  asOf: number;
  children: ReactNode;
}) {
  const [here, setHere] = useState(zone);

  useEffect(() => {
    const actual = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (chosen || !actual || actual === zone) {
      setHere(zone);
      return;
    }
    setHere(actual);
    rememberInCookie(ZONE_COOKIE, actual);
  }, [zone, chosen]);

  // Until this runs, the text has to match the server's; then time advances.
  const began = useRef<number | null>(null);
  useEffect(() => {
    began.current = performance.now() - asOf;
  }, [asOf]);
  const now = useCallback(() => (began.current === null ? asOf : performance.now() - began.current), [asOf]);

  const clocks = useMemo(
    () => ({ first: { zone, now: () => asOf }, live: { zone: here, now } }),
    [zone, asOf, here, now],
  );
  return <Context value={clocks}>{children}</Context>;
}

/** The viewer's zone and the server's time. */
export function useViewerClock(): ViewerClock {
  const { first, live } = useContext(Context);
  // Parts may hydrate seconds after the page: until then their text has to match the server's.
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
    ? live
    : first;
}

function neverChanges(): () => void {
  return () => undefined;
}
