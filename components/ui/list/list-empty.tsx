import type { ReactNode } from "react";
import { EmptyState } from "../empty-state";
import type { IconName } from "../icon";

type Face = { icon?: IconName; title: ReactNode; text?: ReactNode; action?: ReactNode };

/** What stands in the place of rows: no row fits the filters, or there are none at all. */
export function ListEmpty({ filtered, match, none }: { filtered: boolean; match: Face; none: Face }) {
  const { icon = filtered ? "filter" : "inbox", title, text, action } = filtered ? match : none;
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {text}
    </EmptyState>
  );
}
