import type { ReactNode } from "react";
import { PageHead } from "@/components/ui/page";
import { ToolsTabs } from "../tools-tabs";

export function ToolsHead({ count, actions }: { count?: number; actions?: ReactNode }) {
  return (
    <>
      <PageHead
        title="Tools"
        count={count}
        actions={actions}
        description="What agents can call, and how risky it is. Your rating decides, not the server’s claim."
      />
      <ToolsTabs current="catalogue" />
    </>
  );
}
