import type { ReactNode } from "react";
import { isOfParts } from "@/lib/intents/browser/rules";
import type { IntentLevel } from "@/lib/intents/browser/types";
import type { IntentMap as Shown } from "@/lib/intents/map/types";
import { IntentMap } from "./intent-map";

/** The list of intents with their map: next to it where both have room, else above it on request. */
export function MapBeside({
  map,
  level,
  children,
}: {
  /** Null for several tenants: what their agents say is grouped, and placed, tenant by tenant; undefined before the first grouping. */
  map: Shown | null | undefined;
  level: IntentLevel | undefined;
  children: ReactNode;
}) {
  if (map === undefined) return children;
  if (map === null)
    return (
      <>
        <p className="text-sm text-fg-muted">Choose a tenant to see its intents on a map.</p>
        {children}
      </>
    );
  if (map.intents.length === 0)
    return (
      <>
        <p className="text-sm text-fg-muted">The next grouping draws a map of the intents.</p>
        {children}
      </>
    );
  return (
    <div className="flex flex-col gap-3 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(26rem,0.6fr)] xl:items-start xl:gap-x-5">
      <aside aria-label="Map of the intents" className="xl:sticky xl:top-4 xl:col-start-2 xl:row-start-1">
        <IntentMap
          map={map}
          note={isOfParts(level) ? "The map shows intents as grouped: parts have no place on it." : null}
        />
      </aside>
      <div className="flex min-w-0 flex-col gap-3 xl:col-start-1 xl:row-start-1">{children}</div>
    </div>
  );
}
