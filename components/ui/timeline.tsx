import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { Time } from "./time";

export type TimelineItem = {
  id: string;
  at: Date | string;
  icon: IconName;
  title: ReactNode;
  body?: ReactNode;
};

export function Timeline({ items, label }: { items: readonly TimelineItem[]; label?: string }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {items.map((item) => (
        <li key={item.id} className="group relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden className="absolute top-6 bottom-0 left-3 w-px bg-border group-last:hidden" />
          <span className="relative flex size-6 shrink-0 items-center justify-center rounded-full border border-border bg-surface text-fg-muted">
            <Icon name={item.icon} size={13} />
          </span>
          <div className="min-w-0 flex-1 pt-0.5">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <span className="min-w-0 font-medium wrap-anywhere">{item.title}</span>
              <span className="text-xs text-fg-subtle">
                <Time value={item.at} />
              </span>
            </p>
            {item.body && <div className="mt-0.5 text-sm wrap-anywhere text-fg-muted">{item.body}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
