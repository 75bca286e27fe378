import type { ReactNode } from "react";
import { EmptyState } from "../empty-state";
import type { IconName } from "../icon";
import { Link } from "../link";

type Face = { icon?: IconName; title: ReactNode; text?: ReactNode; action?: ReactNode };

/** The empty state of a list: no row matches the filters, or there are none. */
export function ListEmpty({
  filtered,
  match,
  none,
  clear,
}: {
  filtered: boolean;
  match: Face;
  none: Face;
  /** The link that clears the filters. */
  clear?: { href: string; label: string };
}) {
  const { icon = filtered ? "filter" : "inbox", title, text, action } = filtered ? match : none;
  const out = filtered && clear && (
    <Link
      href={clear.href}
      className="inline-flex min-h-6 items-center text-accent text-sm hover:underline max-sm:min-h-12"
    >
      {clear.label}
    </Link>
  );
  return (
    <EmptyState icon={icon} title={title} action={out || action}>
      {text}
    </EmptyState>
  );
}
