import type { ComponentProps, ReactNode } from "react";
import type { ListProblem } from "@/lib/core/list/filters";
import { Card } from "../page";
import { ListNotice } from "./list-notice";
import { Paging } from "./paging";

/** A list as a page shows it: query parameters that it ignores, its filters, rows and pages. */
export function ListFrame<F extends { cursor?: string }>({
  problems = [],
  filters,
  empty,
  children,
  ...paging
}: ComponentProps<typeof Paging<F>> & {
  /** Left out where the page itself says them, above other things that the address narrows. */
  problems?: readonly ListProblem[];
  /** The form of its filters, and what else is above the rows. */
  filters?: ReactNode;
  /** Stands in the place of the rows; false where there are some. */
  empty?: ReactNode;
  /** The rows; also rendered if a table shows its own empty state. */
  children: ReactNode;
}) {
  return (
    <>
      <ListNotice problems={problems} />
      {filters}
      <Card flush>
        {empty || children}
        <Paging {...paging} />
      </Card>
    </>
  );
}
