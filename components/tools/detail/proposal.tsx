"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Card, DetailList } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { lessGuardedWords } from "@/components/words/tools";
import { acceptProposal, dismissProposal } from "@/lib/tools/actions";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { type EffectiveRisk, standingRisk } from "@/lib/tools/rating";
import type { Proposal } from "@/lib/tools/types";

/** A lower rating that the gateway proposes: current and proposed rating, accept and reject. */
export function ProposalCard({
  tool,
  proposal,
  mayDecide,
}: {
  tool: ToolView;
  proposal: Proposal;
  mayDecide: boolean;
}) {
  const now = standingRisk(tool.standing);
  const { risk, requiresConfirmation } = proposal;
  const then = standingRisk({ ...tool.standing, catalogue: { risk, requiresConfirmation } });
  const consequence = lessGuardedWords(then, now) ?? sameGuard(now);
  return (
    <Card>
      <div className="flex flex-col gap-3.5">
        <DetailList
          items={[
            { term: "Applies now", value: <Guard rating={now} /> },
            { term: "Would apply", value: <Guard rating={then} /> },
            { term: "Asked for", value: <Time value={proposal.at} form="relative" /> },
          ]}
        />
        <p className="text-sm">
          {consequence} Tenants with a rating of their own keep it; calls that wait keep theirs.
        </p>
        {mayDecide ? (
          <Decide decided={{ toolId: tool.id, proposalId: proposal.id }} consequence={consequence} />
        ) : (
          <p className="text-xs text-fg-muted">Administrators of all tenants accept or dismiss it.</p>
        )}
      </div>
    </Card>
  );
}

/** Why a lower rating changes nothing today. */
function sameGuard({ source }: EffectiveRisk): string {
  return source === "rule"
    ? "Guarded as much as under today’s rule, but less than without it: without the rule, its calls wait for a person."
    : "People’s rating comes first, so nothing changes while it applies.";
}

function Guard({ rating: { risk, requiresConfirmation } }: { rating: EffectiveRisk }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <RiskMark risk={risk} />
      {requiresConfirmation ? "waits for a person" : "runs without a person"}
    </span>
  );
}

function Decide({
  decided,
  consequence,
}: {
  decided: { toolId: string; proposalId: string };
  consequence: string;
}) {
  const router = useRouter();
  const toast = useToast();
  const done = (text: string) => () => {
    toast({ text });
    router.refresh();
  };
  const dismiss = useAct(dismissProposal, {
    onDone: done("Dismissed. The present rating stays."),
  });
  return (
    <>
      <ActNotice problem={dismiss.problem} />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => void dismiss.run(decided)}
          pending={dismiss.pending}
          pendingLabel="Dismissing…"
        >
          Dismiss
        </Button>
        <ConfirmAct
          act={() => acceptProposal(decided)}
          label="Accept…"
          title="Accept the gateway’s rating?"
          description={consequence}
          confirm="Accept the rating"
          pendingLabel="Accepting…"
          onDone={done("Accepted. It applies to new calls.")}
        />
      </div>
    </>
  );
}
