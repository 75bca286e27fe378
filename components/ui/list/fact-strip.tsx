import type { ReactNode } from "react";

type Fact = { term: ReactNode; value: ReactNode; note?: ReactNode };

/** A few prominent facts in a row; two per row on phones. */
export function FactStrip({ label, items }: { label: string; items: readonly Fact[] }) {
  return (
    <dl
      aria-label={label}
      className="flex flex-wrap overflow-hidden rounded-card border border-border bg-surface *:-mr-px *:-mb-px *:border-border *:border-r *:border-b"
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one thing keep their places
        <div key={index} className="flex min-w-0 flex-1 basis-32 flex-col px-[13px] py-[10px]">
          <dt className="font-medium text-2xs text-fg-subtle">{item.term}</dt>
          <dd className="contents">
            <span className="tnum font-bold text-lg leading-6 wrap-anywhere">{item.value}</span>
            {item.note ? <span className="text-fg-muted text-xs leading-[18px]">{item.note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
