import type { ReactNode } from "react";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { ListChip } from "@/lib/core/list/list";
import { revealedText } from "@/lib/core/text/reveal";
import { Icon } from "../icon";
import { Link } from "../link";

/** The active filters, each with a link that removes it. */
export function FilterChips<N extends string>({
  chips,
  labels,
  shown,
  remove = (label, value) => `Remove the filter ${label}: ${value}`,
  children,
}: {
  chips: readonly ListChip<N>[];
  labels: Readonly<Record<NoInfer<N>, string>>;
  /** The label of a value that has one. */
  shown?: (name: NoInfer<N>, value: string) => string | undefined;
  /** The accessible label of a chip's link. */
  remove?: (label: string, value: string) => string;
  /** Further list items in the row. */
  children?: ReactNode;
}) {
  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {chips.map(({ name, value, href }) => {
        const words = shown?.(name, value);
        return (
          <li key={name}>
            <Link
              href={href}
              scroll={false}
              aria-label={remove(labels[name], words ?? revealedText(value))}
              className="inline-flex min-h-6 max-w-72 items-center gap-1 rounded-chip border border-border bg-sunken px-1.5 text-xs hover:border-border-strong max-md:min-h-12"
            >
              <span className="text-fg-subtle">{labels[name]}</span>
              <span className="truncate">{words ?? <Untrusted>{value}</Untrusted>}</span>
              <Icon name="x" size={12} />
            </Link>
          </li>
        );
      })}
      {children}
    </ul>
  );
}
