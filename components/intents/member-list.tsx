"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { SelectionFoot } from "@/components/ui/list/selection-foot";
import { counted } from "@/components/words/counts";
import { splitIntent } from "@/lib/intents/acts/actions";
import type { Neighbour } from "@/lib/intents/detail/types";
import type { ShownTemplate } from "@/lib/intents/types";
import type { PartedFrom } from "./acted-on";
import { ChoosingProvider, useChosen } from "./choice";
import { TemplateList } from "./template-list";
import { useIntentAct } from "./use-intent-act";

const MoveDialog = openedPart(() => import("./move-dialog").then((part) => part.MoveDialog));

type Props = {
  intent: PartedFrom;
  templates: readonly ShownTemplate[];
  mayJudge: boolean;
  standsFor: string | undefined;
  /** Cosine similarity below which a rationale barely fits. */
  line: number;
  neighbours: readonly Neighbour[];
};

/** The rationales of an intent, to split off, move or judge. */
export function MemberList({ intent, templates, mayJudge, standsFor, line, neighbours }: Props) {
  const rows = mayJudge ? templates.map(({ id }) => ({ id, of: id })) : [];
  return (
    <ChoosingProvider rows={rows}>
      <TemplateList
        label="What agents said"
        templates={templates}
        mayJudge={mayJudge}
        mayChoose={mayJudge}
        standsFor={standsFor}
        line={line}
      />
      {mayJudge && <PartBar intent={intent} neighbours={neighbours} />}
    </ChoosingProvider>
  );
}

function PartBar({ intent, neighbours }: Pick<Props, "intent" | "neighbours">) {
  const { chosen, clear } = useChosen<string>();
  const [moving, setMoving] = useState(false);
  const templateIds = [...chosen.keys()];
  const many = counted(templateIds.length, "rationale");
  const split = useIntentAct(splitIntent, {
    tenantId: intent.tenantId,
    says: () => `${many} split off. You are on the page of the new intent.`,
    leadsTo: ({ id }) => `/rationales/intents/${id}`,
    onDone: clear,
  });
  if (templateIds.length === 0) return null;
  return (
    <SelectionFoot label="Selected rationales">
      <ActNotice problem={split.problem} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-40 text-sm">
          {many} selected.
        </p>
        <Button size="sm" onClick={clear} data-key="close">
          Clear
        </Button>
        <Button size="sm" data-key="intent-move" disabled={split.pending} onClick={() => setMoving(true)}>
          Move…
        </Button>
        <Button
          size="sm"
          variant="primary"
          data-key="intent-split"
          pending={split.pending}
          pendingLabel="Splitting…"
          onClick={() => void split.run({ ...intent, templateIds })}
        >
          Split off
        </Button>
      </div>
      {moving && (
        <MoveDialog
          intent={intent}
          templateIds={templateIds}
          neighbours={neighbours}
          onClose={() => setMoving(false)}
          onMoved={clear}
        />
      )}
    </SelectionFoot>
  );
}
