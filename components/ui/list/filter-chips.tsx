import Link from "next/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Icon } from "../icon";

export type FilterChip = { name: string; label: string; value: string; shown?: string; href: string };

/** The filters that are set, each with a way out of it. */
export function FilterChips({
  chips,
  remove,
}: {
  chips: readonly FilterChip[];
  /** The words of a chip's link for assistive technology. */
  remove: (label: string, value: string) => string;
}) {
  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {chips.map(({ name, label, value, shown, href }) => (
        <li key={name}>
          <Link
            href={href}
            prefetch={false}
            scroll={false}
            aria-label={remove(label, shown ?? value)}
            className="inline-flex min-h-6 max-w-72 items-center gap-1 rounded-chip border border-border bg-sunken px-1.5 text-xs hover:border-border-strong max-md:min-h-12"
          >
            <span className="text-fg-subtle">{label}</span>
            <span className="truncate">{shown ?? <Untrusted>{value}</Untrusted>}</span>
            <Icon name="x" size={12} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
