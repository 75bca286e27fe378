import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Keys } from "../keys/keys";
import type { Entry } from "./entries";

/** The lines of the palette by group. The field above keeps the focus. */
export function EntryList({
  id,
  entries,
  at,
  onOpen,
}: {
  id: string;
  entries: readonly Entry[];
  at: number;
  onOpen: (entry: Entry) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div
      ref={list}
      role="listbox"
      id={`${id}-list`}
      aria-label="Results"
      tabIndex={-1}
      className="mt-2 max-h-[min(26rem,60dvh)] overflow-y-auto"
    >
      {entries.map((entry, index) => (
        <div key={entry.id}>
          {entries[index - 1]?.group !== entry.group && (
            <p aria-hidden className="px-2 pt-2.5 pb-1 text-2xs font-medium text-fg-subtle">
              {entry.group}
            </p>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys of the list */}
          <div
            role="option"
            id={`${id}-${index}`}
            data-at={index}
            aria-selected={index === at}
            tabIndex={-1}
            onClick={() => onOpen(entry)}
            className={classNames(
              "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 text-sm max-sm:min-h-12",
              index === at ? "bg-selected" : "hover:bg-sunken",
            )}
          >
            <Icon name={entry.icon} className="text-fg-muted" />
            <span className="min-w-0 flex-1">
              <span className="block truncate">
                {entry.foreign ? <Untrusted>{entry.title}</Untrusted> : entry.title}
              </span>
              {entry.detail && (
                <span className="block truncate text-xs text-fg-muted">
                  <Untrusted>{entry.detail}</Untrusted>
                </span>
              )}
            </span>
            {entry.risk && <RiskMark risk={entry.risk} />}
            {entry.keys && <Keys of={entry.keys} />}
          </div>
        </div>
      ))}
    </div>
  );
}
