import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether scripts run: false on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
