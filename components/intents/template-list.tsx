"use client";

import { useRouter } from "next/navigation";
import { type FocusEvent, useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import { EMPTY_REASONS } from "@/components/words/intents";
import { revealedText } from "@/lib/core/text/reveal";
import { judgeRationale, linkTemplates, takeBackJudgement, takeBackLink } from "@/lib/intents/actions";
import { nearWords } from "@/lib/intents/detail/rules";
import type { ShownTemplate } from "@/lib/intents/types";
import { ChooseBox } from "./choice";

type Props = {
  label: string;
  templates: readonly ShownTemplate[];
  /** Whether the viewer may judge them. */
  mayJudge: boolean;
  /** The rationale that represents their intent; others can be taken out of it. */
  standsFor?: string;
  /** Whether they can be selected, to split off or move. */
  mayChoose?: boolean;
  /** Cosine similarity to the centre below which one barely fits. */
  line?: number;
  tenants?: ReadonlyMap<string, string> | null;
};

// The same text has the same id in every tenant.
const keyOf = ({ tenantId, id }: ShownTemplate) => `${tenantId} ${id}`;

/** The focused row. A verdict's key needs focus, so that it never hits the first row by chance. */
function useRowInFocus() {
  const [here, setHere] = useState<string | null>(null);
  const followed = (key: string) => ({
    onFocus: () => setHere(key),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setHere(null);
    },
  });
  return { here, followed };
}

/** Rationales without ids and numbers, each with its newest text and actions. */
export function TemplateList({ label, templates, mayJudge, standsFor, mayChoose = false, ...shown }: Props) {
  const router = useRouter();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState("");
  const { here, followed } = useRowInFocus();
  const judge = useAct(judgeRationale);
  const link = useAct(linkTemplates);
  const unsay = useAct(takeBackJudgement);
  const unlink = useAct(takeBackLink);
  const done = (text: string, undo?: () => void) => {
    setSaid(text);
    toast({ text, undo });
    // The pressed button may leave with its row.
    list.current?.focus();
    router.refresh();
  };
  const takenBack = (result: { ok: boolean } | null) => {
    if (result?.ok) setSaid("Taken back.");
    router.refresh();
  };
  const say = async ({ tenantId, id: templateId }: ShownTemplate, meaningful: boolean) => {
    const result = await judge.run({ tenantId, templateId, meaningful });
    if (result?.ok)
      done(
        meaningful
          ? "It says something. The next grouping finds its intent."
          : "It says nothing, with any tool.",
        () => void unsay.run({ tenantId, templateId, saidAt: result.saidAt }).then(takenBack),
      );
  };
  const takeOut = async ({ tenantId, id: templateId }: ShownTemplate) => {
    if (standsFor === undefined) return;
    const asked = { tenantId, templateId, otherId: standsFor };
    const result = await link.run({ ...asked, kind: "apart" });
    if (result?.ok)
      done(
        "Taken out of the intent, now and in later groupings.",
        () => void unlink.run({ ...asked, saidAt: result.saidAt }).then(takenBack),
      );
  };
  const busy = judge.pending || link.pending;
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ActNotice problem={judge.problem ?? link.problem ?? unsay.problem ?? unlink.problem} />
      <ul ref={list} tabIndex={-1} aria-label={label} className="divide-y divide-border outline-none">
        {templates.map((template) => (
          <li
            key={keyOf(template)}
            data-row
            {...followed(keyOf(template))}
            className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-3.5 py-(--row-pad) max-sm:gap-x-2"
          >
            {mayChoose && (
              <ChooseBox id={template.id} label={`Select ${revealedText(template.quote ?? template.text)}`} />
            )}
            <Words template={template} line={shown.line} tenant={shown.tenants?.get(template.tenantId)} />
            {mayJudge && (
              <Judging
                template={template}
                isHere={here === keyOf(template)}
                busy={busy}
                onSay={(meaningful) => void say(template, meaningful)}
                onTakeOut={
                  standsFor !== undefined && template.id !== standsFor ? () => void takeOut(template) : null
                }
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Judges whether a rationale is usable, and whether it belongs here. */
function Judging({
  template,
  isHere,
  busy,
  onSay,
  onTakeOut,
}: {
  template: ShownTemplate;
  isHere: boolean;
  busy: boolean;
  onSay: (meaningful: boolean) => void;
  onTakeOut: (() => void) | null;
}) {
  const isMeaningful = template.verdict === "meaningful";
  return (
    <div className="flex flex-wrap gap-1">
      <Button
        size="sm"
        variant="ghost"
        data-key={isHere ? "intent-judge" : undefined}
        disabled={busy}
        onClick={() => onSay(!isMeaningful)}
      >
        {isMeaningful ? "Says nothing" : "Says something"}
      </Button>
      {onTakeOut && (
        <Button size="sm" variant="ghost" disabled={busy} onClick={onTakeOut}>
          Not this intent
        </Button>
      )}
    </div>
  );
}

function Words({
  template,
  line,
  tenant,
}: {
  template: ShownTemplate;
  line: number | undefined;
  tenant: string | undefined;
}) {
  const { text, quote, tool, calls, verdict, near, placed, callId } = template;
  const nearness = line === undefined ? null : nearWords(near, line);
  const words = (
    <>
      “<Untrusted>{quote ?? text}</Untrusted>”
    </>
  );
  return (
    <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5 max-sm:basis-48">
      <p className="text-sm wrap-anywhere">
        {callId ? (
          <Link href={`/rationales/calls/${callId}`} data-key="row" className="hover:underline">
            {words}
          </Link>
        ) : (
          words
        )}
      </p>
      <p className="text-xs text-fg-muted wrap-anywhere">
        {tenant !== undefined && `${tenant} · `}
        <Untrusted>{tool}</Untrusted> · {counted(calls, "call")}
        {verdict === "meaningful" ? null : ` · ${EMPTY_REASONS[verdict] ?? verdict}`}
        {placed ? " · put here by a person" : nearness && ` · ${nearness}`}
      </p>
    </div>
  );
}
