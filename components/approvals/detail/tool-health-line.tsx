import { Link } from "@/components/ui/link";
import { failedOf } from "@/components/words/health";
import type { Health } from "@/lib/signals/health/types";

/** The tool's recent health, as one fact among others: about the tool, not this call. */
export function ToolHealthLine({ toolId, health }: { toolId: string; health: Health }) {
  if (health.ran === 0) return null;
  return (
    <p className="text-sm text-fg-muted">
      {`In the last 7 days, ${failedOf(health)}. `}
      <Link href={`/tools/${toolId}/health`} className="underline underline-offset-2 hover:text-accent">
        The tool’s health
      </Link>
    </p>
  );
}
