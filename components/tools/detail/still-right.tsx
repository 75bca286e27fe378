"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { confirmRating } from "@/lib/tools/actions";
import type { ToolView } from "@/lib/tools/catalogue/types";
import type { Target } from "./target";

/**
 * Shown if the definition changed after the rating: the changes, and a confirmation of the rating.
 */
export function StillRight({
  tool,
  target,
  from,
  mayConfirm,
}: {
  tool: ToolView;
  target: Target;
  from: number;
  mayConfirm: boolean;
}) {
  const router = useRouter();
  const toast = useToast();
  const act = useAct(confirmRating, { onDone: () => router.refresh() });
  const about = { toolId: tool.id, tenantId: target.id };
  const { version } = tool;
  const undo = async () => {
    const result = await act.run({ ...about, from: version, version: from, undo: true });
    if (result?.ok) toast({ text: "The rating needs a new look again." });
  };
  const confirm = async () => {
    const result = await act.run({ ...about, from, version });
    if (result?.ok)
      toast({ text: `Recorded: the rating for ${target.name} is still right.`, undo: () => void undo() });
  };
  return (
    <span className="mt-1 flex flex-col items-start gap-1">
      <span className="text-xs font-medium">
        {`The definition changed since: version ${from.toLocaleString("en")} was rated.`}
      </span>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          href={`/tools/${tool.id}/versions?from=${from}&to=${version}`}
          className="inline-flex min-h-6 items-center text-xs text-accent hover:underline max-sm:min-h-12"
        >
          What changed
        </Link>
        {mayConfirm && (
          <Button
            size="sm"
            onClick={() => void confirm()}
            pending={act.pending}
            pendingLabel="Recording…"
            aria-label={`The rating for ${target.name} is still right`}
          >
            Still right
          </Button>
        )}
      </span>
      <ActNotice problem={act.problem} />
    </span>
  );
}
