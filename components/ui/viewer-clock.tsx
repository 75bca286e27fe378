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

/** `first` is what the server wrote with; `live` goes on from there. */
type Clocks = { first: ViewerClock; live: ViewerClock };

const DEVICE: ViewerClock = { zone: "UTC", now: Date.now };
const Context = createContext<Clocks>({ first: DEVICE, live: DEVICE });

/**
 * Gives the times below it the viewer's zone and the time of the reading. `zone` is what the server knew; when this browser
 * is in another one, the times change at once and a cookie tells the server for the next page. With `chosen`, the person
 * chose the zone and the browser's own does not matter.
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

  // Until this ran, the text has to be what the server wrote; from then on time passes.
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
  // Parts of a page may come alive seconds after it: until then their text has to be what the server wrote.
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
