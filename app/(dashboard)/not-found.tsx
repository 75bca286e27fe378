import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata: Metadata = { title: "There is nothing at this address" };

/** Also covers pages that this person may not see. The frame stays. */
export default function DashboardNotFound() {
  return (
    <EmptyState
      heading
      icon="help"
      title={<h1>There is nothing at this address</h1>}
      action={
        <ButtonLink href="/approvals" variant="primary">
          Go to approvals
        </ButtonLink>
      }
    >
      The address may be mistyped, or what it shows was deleted or belongs to a tenant you may not see. If a
      colleague sent you the link, ask them for the tenant, and an administrator for access to it.
    </EmptyState>
  );
}
