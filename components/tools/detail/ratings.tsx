"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Foreign } from "@/components/ui/code";
import { Card } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { RATINGS } from "@/components/words/tool";
import { SOURCE_WORDS } from "@/components/words/tools";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { standingRisk, withOverride } from "@/lib/tools/rating";
import type { Override, RatedTool, RateTools } from "@/lib/tools/types";
import { RatingForm } from "./rating-form";
import { ratingOf, type Target } from "./target";

export type RateAction = (input: RateTools) => Promise<ActResult<{ rated: RatedTool[] }>>;

type Props = {
  tool: ToolView;
  /** Calls that wait, by tenant id. */
  waiting: Readonly<Record<string, number>>;
  mayRateAll: boolean;
  mayRate: boolean;
  rate: RateAction;
};

/** The ratings of a tool, one row for whom, each to be changed where one may. */
export function Ratings({ tool, waiting, mayRate, mayRateAll, rate }: Props) {
  const router = useRouter();
  const toast = useToast();
  const [editing, setEditing] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const act = useAct(rate);
  const targets = targetsOf(tool);
  const open = targets.find((target) => keyOf(target) === editing);

  const record = async (target: Target, to: Override, undoing = false): Promise<void> => {
    const seen = ratingOf(target.override);
    setLeft(null);
    const result = await act.run({
      tenantId: target.id,
      changes: [{ toolId: tool.id, to, seen }],
      undo: undoing,
    });
    const [one] = result?.ok ? result.rated : [];
    if (!one) return;
    router.refresh();
    if (one.outcome !== "rated") {
      setLeft(
        one.outcome === "stale" ? RATINGS.stale(one.by) : "The tool no longer exists. Nothing was recorded.",
      );
      return;
    }
    setEditing(null);
    const back = async () => {
      const changes = [{ toolId: tool.id, to: seen, seen: to }];
      const undone = await act.run({ tenantId: target.id, changes, undo: true });
      if (!undone?.ok) return;
      router.refresh();
      const [was] = undone.rated;
      if (was?.outcome === "rated") toast({ text: "Rating put back as before." });
      else setLeft(RATINGS.stale(was?.by ?? null));
    };
    const holds = standingRisk(withOverride(tool.standing, target.id, to));
    toast({
      text: to === null ? RATINGS.cleared(target.name, holds) : RATINGS.saved(target.name, holds),
      undo: () => void back(),
    });
  };

  return (
    <div className="flex flex-col gap-3">
      {left && (
        <Banner role="alert" icon="users">
          <Foreign>{left}</Foreign>
        </Banner>
      )}
      <Card flush>
        <table className="w-full text-sm">
          <caption className="sr-only">Ratings of this tool</caption>
          <thead className="text-left text-2xs text-fg-subtle max-sm:sr-only">
            <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col">For</th>
              <th scope="col">Rating</th>
              <th scope="col">Waits for a person</th>
              <th scope="col">Rated by</th>
              <th scope="col">What holds</th>
              {mayRate && <td />}
            </tr>
          </thead>
          <tbody>
            <GatewayRow tool={tool} spare={mayRate} />
            {targets.map((target) => (
              <TargetRow
                key={keyOf(target)}
                tool={tool}
                target={target}
                spare={mayRate}
                edit={
                  mayRate && (target.id !== null || mayRateAll)
                    ? () => {
                        act.clear();
                        setEditing(keyOf(target));
                      }
                    : null
                }
              />
            ))}
          </tbody>
        </table>
      </Card>
      {open && (
        <RatingForm
          key={editing}
          tool={tool}
          target={open}
          waiting={waitingFor(open, waiting)}
          pending={act.pending}
          problem={act.problem}
          onSave={(to) => void record(open, to)}
          onCancel={() => setEditing(null)}
        />
      )}
    </div>
  );
}

function targetsOf(tool: ToolView): Target[] {
  const find = (id: string | null) => tool.overrides.find((one) => (one.tenant?.id ?? null) === id) ?? null;
  return [
    { id: null, name: "All tenants", override: find(null) },
    ...tool.tenants.map(({ id, key }) => ({ id, name: key, override: find(id) })),
  ];
}

const keyOf = ({ id }: Target) => id ?? "all";

function waitingFor({ id }: Target, waiting: Readonly<Record<string, number>>): number {
  return id === null ? Object.values(waiting).reduce((sum, n) => sum + n, 0) : (waiting[id] ?? 0);
}

const CELLS =
  "border-t border-border align-top [&>*]:px-3.5 [&>*]:py-2.5 max-sm:flex max-sm:flex-wrap max-sm:items-center";
const yesNo = (value: boolean | null, otherwise: string) =>
  value === null ? <span className="text-fg-subtle">{otherwise}</span> : value ? "Yes" : "No";

function GatewayRow({ tool, spare }: { tool: ToolView; spare: boolean }) {
  const { risk, requiresConfirmation } = tool.standing.catalogue;
  return (
    <tr className={CELLS}>
      <th scope="row" className="text-left font-medium">
        The gateway
      </th>
      <td>
        {risk ? (
          <RiskMark risk={risk} />
        ) : (
          <span className="text-fg-muted">nobody rated it: medium, and a person decides</span>
        )}
      </td>
      <td className="max-sm:hidden">{yesNo(requiresConfirmation, "–")}</td>
      <td>
        <Foreign>{tool.gateway.name}</Foreign>
      </td>
      <td className="max-sm:hidden" />
      {spare && <td className="max-sm:hidden" />}
    </tr>
  );
}

function TargetRow({
  tool,
  target,
  spare,
  edit,
}: {
  tool: ToolView;
  target: Target;
  spare: boolean;
  edit: (() => void) | null;
}) {
  const { override } = target;
  const inherits = target.id === null ? "left to the gateway" : "as for all tenants";
  const person = override?.requiresConfirmation ?? null;
  const holds = standingRisk({
    ...tool.standing,
    tenantOverride: target.id === null ? null : ratingOf(override),
  });
  return (
    <tr className={CELLS}>
      <th scope="row" className="text-left font-medium">
        <Foreign>{target.name}</Foreign>
      </th>
      <td>
        {override?.risk ? (
          <RiskMark risk={override.risk} />
        ) : (
          <span className="text-fg-subtle">{inherits}</span>
        )}
      </td>
      <td className={person === null ? "max-sm:hidden" : undefined}>{yesNo(person, "–")}</td>
      <td className={override ? undefined : "max-sm:hidden"}>
        {override && (
          <span className="flex flex-col">
            <Foreign>{override.ratedBy ?? "the command line"}</Foreign>
            <span className="text-xs text-fg-muted">
              <Time value={override.ratedAt} form="relative" />
            </span>
          </span>
        )}
      </td>
      <td>
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <RiskMark risk={holds.risk} />
          <span className="text-xs text-fg-muted">{SOURCE_WORDS[holds.source]}</span>
        </span>
      </td>
      {spare && (
        <td className="text-right max-sm:ml-auto">
          {edit && (
            <Button
              size="sm"
              onClick={edit}
              aria-label={override ? `Change the rating for ${target.name}` : `Rate for ${target.name}`}
            >
              {override ? "Change" : "Rate"}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}
