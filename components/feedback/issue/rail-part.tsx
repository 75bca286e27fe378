import type { ReactNode } from "react";

/** One part of an issue's properties. */
export function RailPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="flex flex-col gap-1.5 border-border border-t px-4 py-3.5 first:border-t-0"
    >
      <h2 id={`${id}-title`} className="font-medium text-2xs text-fg-subtle">
        {title}
      </h2>
      {children}
    </section>
  );
}
