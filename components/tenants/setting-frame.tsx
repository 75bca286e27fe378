import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";

/** One setting: name and consequence, next to its control. */
export function SettingFrame({
  id,
  title,
  means,
  now,
  isDefault,
  history,
  children,
}: {
  id: string;
  title: ReactNode;
  /** The consequence of the shown value, saved or not. */
  means: ReactNode;
  now?: ReactNode;
  isDefault?: boolean;
  history?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-x-8 gap-y-3 border-b border-border px-4 py-4 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <h3 id={`${id}-title`} className="font-medium">
          {title}
        </h3>
        <p className="text-sm text-fg-muted">{means}</p>
        {now && (
          <p className="text-sm text-fg">
            <span className="font-medium">Now:</span> {now}
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {children}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-fg-subtle">
          {isDefault && <Badge>Default</Badge>}
          {history}
        </p>
      </div>
    </section>
  );
}
