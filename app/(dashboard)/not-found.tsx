import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { NOT_FOUND } from "@/components/words/failed";

export const metadata: Metadata = { title: NOT_FOUND.title };

/** Nothing there, or not for this person; the frame stays. */
export default function DashboardNotFound() {
  return (
    <EmptyState
      heading
      icon="help"
      title={<h1>{NOT_FOUND.title}</h1>}
      action={
        <ButtonLink href="/approvals" variant="primary">
          {NOT_FOUND.away}
        </ButtonLink>
      }
    >
      {NOT_FOUND.note}
    </EmptyState>
  );
}
