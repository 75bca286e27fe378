"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { FINDINGS, VERDICTS } from "@/components/words/sign-in";
import { checkProviderAction } from "@/lib/auth/sign-in/actions";
import type { ProviderCheck, ProviderFinding } from "@/lib/auth/sign-in/types";

const ICONS = { ok: "check-circle", problem: "alert", unknown: "help" } as const;
const LOOKS = { ok: "text-ok", problem: "text-risk-high", unknown: "text-fg-subtle" } as const;

/** A button that tests the provider and shows the result. */
export function CheckProvider() {
  const [result, setResult] = useState<ProviderCheck | null>(null);
  const act = useAct(checkProviderAction, { onDone: setResult });
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-border pt-3.5">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon="refresh"
          pending={act.pending}
          pendingLabel="Asking the provider…"
          onClick={() => void act.run({})}
        >
          Check the provider
        </Button>
        <span className="min-w-0 flex-1 basis-64 text-xs text-fg-muted">
          Reads the issuer's discovery document. It changes nothing and signs no one in.
        </span>
      </div>
      <ActNotice problem={act.problem} />
      <div role="status" className="empty:hidden">
        {result && !act.pending && !act.problem && <Findings result={result} />}
      </div>
    </div>
  );
}

function Findings({ result: { address, milliseconds: took, findings } }: { result: ProviderCheck }) {
  return (
    <>
      <p className="text-xs text-fg-muted">
        Asked <Untrusted mono>{address}</Untrusted>, {took} ms
      </p>
      <ul className="mt-2 flex flex-col gap-1.5">
        {findings.map((finding) => (
          <Finding key={finding.what} finding={finding} />
        ))}
      </ul>
    </>
  );
}

function Finding({ finding: { what, verdict, found } }: { finding: ProviderFinding }) {
  const said = FINDINGS[what];
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon name={ICONS[verdict]} className={`mt-0.5 ${LOOKS[verdict]}`} label={VERDICTS[verdict]} />
      <span>
        <span className="font-medium">{said.name}</span>
        {": "}
        {said[verdict]} {found && <Untrusted mono>{found}</Untrusted>}
      </span>
    </li>
  );
}
