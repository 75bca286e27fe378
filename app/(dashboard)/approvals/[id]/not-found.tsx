import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PAGE } from "@/components/words/approvals/page";

export default function ApprovalNotFound() {
  return (
    <div className="grow self-center">
      <EmptyState
        heading
        icon="help"
        title={PAGE.notFoundTitle}
        action={
          <ButtonLink href="/approvals" size="lg">
            {PAGE.back}
          </ButtonLink>
        }
      >
        {PAGE.notFoundText}
      </EmptyState>
    </div>
  );
}
