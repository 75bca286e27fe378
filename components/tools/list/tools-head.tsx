import type { ReactNode } from "react";
import { PageHead } from "@/components/ui/page";

/** What the catalogue begins with. */
export function ToolsHead({ count, actions }: { count?: number; actions?: ReactNode }) {
  return (
    <PageHead
      title="Tools"
      count={count}
      description="What agents can call, how risky we say it is, and what its server claims. Our rating decides; a server’s claim is shown and compared, never obeyed."
      actions={actions}
    />
  );
}
