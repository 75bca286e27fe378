import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether scripts run: false on the server and while a browser takes over what it sent, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
