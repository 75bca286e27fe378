import type { ReactNode } from "react";
import { EmptyState } from "../empty-state";
import type { IconName } from "../icon";
import { Link } from "../link";

type Face = { icon?: IconName; title: ReactNode; text?: ReactNode; action?: ReactNode };

/** What stands in the place of rows: no row fits the filters, or there are none at all. */
export function ListEmpty({
  filtered,
  match,
  none,
  clear,
}: {
  filtered: boolean;
  match: Face;
  none: Face;
  /** The link out of the filters. */
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
