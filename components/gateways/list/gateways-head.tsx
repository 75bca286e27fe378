import type { ReactNode } from "react";
import { PageHead } from "@/components/ui/page";

export function GatewaysHead({ count, actions }: { count?: number; actions?: ReactNode }) {
  return (
    <PageHead
      title="Gateways"
      count={count}
      description="Systems that ask about calls and run them. Each has its own keys."
      actions={actions}
    />
  );
}
