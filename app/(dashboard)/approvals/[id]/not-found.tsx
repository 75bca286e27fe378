import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

export default function ApprovalNotFound() {
  return (
    <div className="grow self-center">
      <EmptyState
        heading
        icon="help"
        title="No such approval"
        action={
          <ButtonLink href="/approvals" size="lg">
            All approvals
          </ButtonLink>
        }
      >
        It does not exist, or it belongs to a tenant you cannot see.
      </EmptyState>
    </div>
  );
}
