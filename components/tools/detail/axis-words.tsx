"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { revealedText } from "@/lib/core/text/reveal";
import { nameAxis } from "@/lib/signals/boundaries/actions";

type Alias = { tenantId: string; alias: string; axis: string };

/** Words that people merged, each with an undo. */
export function AxisWords({
  aliases,
  tenants,
  mayName,
}: {
  aliases: readonly Alias[];
  tenants: readonly { id: string; key: string }[];
  mayName: boolean;
}) {
  const router = useRouter();
  const act = useAct(nameAxis, { onDone: () => router.refresh() });
  return (
    <div className="flex flex-col gap-1 border-t border-border px-3.5 py-2.5 text-sm">
      <h3 className="text-2xs font-medium text-fg-subtle">Counted as one by people</h3>
      <ul>
        {aliases.map(({ tenantId, alias, axis }) => (
          <li key={`${tenantId} ${alias}`} className="flex flex-wrap items-center gap-x-2">
            <span>
              “<Untrusted>{alias}</Untrusted>” as “<Untrusted>{axis}</Untrusted>”
            </span>
            {tenants.length > 1 && (
              <span className="text-xs text-fg-muted">
                in {tenants.find(({ id }) => id === tenantId)?.key ?? "another tenant"}
              </span>
            )}
            {mayName && (
              <Button
                size="sm"
                variant="ghost"
                pending={act.pending}
                aria-label={`Take back that ${revealedText(alias)} is counted as ${revealedText(axis)}`}
                onClick={() => void act.run({ tenantId, alias, axis: null, seen: axis })}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ActNotice problem={act.problem} />
    </div>
  );
}
