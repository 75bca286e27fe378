"use client";

import { useMemo, useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { yamlOf } from "@/lib/core/json/yaml";
import { readPolicies } from "@/lib/policies/actions";
import type { TextProblem } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";
import { NumberedArea } from "./numbered-area";
import type { Policies } from "./use-policies";

type Props = {
  policies: Policies;
  /** Typed text that is not applied yet; null without any. */
  typed: string | null;
  onType: (text: string | null) => void;
};

const NOTHING_READ = { problems: [], lines: 0 };

const linesIn = (text: string) => text.split("\n").length;

/** The whole list as text: to copy, store, or replace. */
export function YamlView({ policies: { set, change, base }, typed, onType }: Props) {
  const written = useMemo(() => yamlOf({ policies: set.rules.map(writtenPolicy) }), [set]);
  const text = typed ?? written;
  const area = useRef<HTMLTextAreaElement>(null);
  const [read, setRead] = useState<{ problems: readonly TextProblem[]; lines: number }>(NOTHING_READ);
  const { problems } = read;
  // With more or fewer lines than were read, an error may be at another one.
  const isSame = linesIn(text) === read.lines;
  const marked = isSame ? [...new Set(problems.map(({ line }) => line))] : [];
  const [madeFrom, setMadeFrom] = useState<number | null>(null);
  const reading = useAct(readPolicies);
  const take = async () => {
    const found = await reading.run({ text });
    if (!found?.ok) return;
    setRead({ problems: found.problems, lines: linesIn(text) });
    if (found.policies === null) return;
    setMadeFrom(found.version);
    change({ kind: "replace", set: { rules: found.policies } });
    onType(null);
  };
  const drop = () => {
    setRead(NOTHING_READ);
    onType(null);
  };
  return (
    <div className="flex flex-col gap-2.5">
      {madeFrom !== null && madeFrom !== base.version && (
        <Banner title={`This text was made from version ${madeFrom.toLocaleString("en")}`} role="status">
          {`In force is ${base.version === null ? "none" : `version ${base.version.toLocaleString("en")}`}. See below what saving would change.`}
        </Banner>
      )}
      <Card flush>
        <NumberedArea
          ref={area}
          aria-label="The policies as YAML"
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={problems.length > 0 ? "yaml-problems" : undefined}
          text={text}
          marked={marked}
          onType={onType}
        />
      </Card>
      <Problems problems={problems} onGo={(line) => area.current && selectLine(area.current, line)} />
      <ActNotice problem={reading.problem} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant={typed === null ? "outline" : "primary"}
          disabled={typed === null}
          onClick={() => void take()}
          pending={reading.pending}
          pendingLabel="Reading…"
        >
          Apply YAML
        </Button>
        {typed !== null && <Button onClick={drop}>Discard YAML</Button>}
        <span className="flex-1" />
        <CopyButton text={text} label="Copy the policies as YAML">
          Copy
        </CopyButton>
        <Button size="sm" icon="download" onClick={() => download(text)}>
          Download
        </Button>
      </div>
    </div>
  );
}

function Problems({ problems, onGo }: { problems: readonly TextProblem[]; onGo: (line: number) => void }) {
  if (problems.length === 0) return null;
  return (
    <Banner tone="problem" role="alert" title="This YAML is not valid. Nothing was changed.">
      <ul id="yaml-problems" className="flex flex-col">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <button
              type="button"
              onClick={() => onGo(line)}
              className="min-h-6 underline underline-offset-2 max-sm:min-h-12"
            >
              {`Line ${line.toLocaleString("en")}`}
            </button>
            {": "}
            <Untrusted>{message}</Untrusted>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  area.scrollTop = ((line - 4) / lines.length) * area.scrollHeight;
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "policies.yaml";
  link.click();
  URL.revokeObjectURL(address);
}
