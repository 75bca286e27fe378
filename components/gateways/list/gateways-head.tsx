import type { ReactNode } from "react";
import { PageHead } from "@/components/ui/page";

export function GatewaysHead({ count, actions }: { count?: number; actions?: ReactNode }) {
  return (
    <PageHead
      title="Gateways"
      count={count}
      description="The systems that send calls here and execute them. Each sends a key with its requests, and learns of decisions at its callback URL or from the events feed."
      actions={actions}
    />
  );
}
