"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { SOURCE_WORDS } from "@/components/words/tools";
import { rateTools } from "@/lib/tools/actions";
import type { NamedRuleRating } from "@/lib/tools/by-rule/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { standingRisk, withOverride } from "@/lib/tools/rating";
import type { Override } from "@/lib/tools/types";
import { RatingForm } from "./rating-form";
import { StillRight } from "./still-right";
import { ratingOf, type Target } from "./target";

type Props = {
  tool: ToolView;
  /** Waiting calls, by tenant id. */
  waiting: Readonly<Record<string, number>>;
  mayRateAll: boolean;
  mayRate: boolean;
};

/** The ratings of a tool, one row per tenant, editable where permitted. */
export function Ratings({ tool, waiting, mayRate, mayRateAll }: Props) {
  const [editing, setEditing] = useState<string | null>(null);
  const { act, record, left } = useRecord(tool, () => setEditing(null));
  const targets = targetsOf(tool);
  const open = targets.find((target) => keyOf(target) === editing);
  return (
    <div className="flex flex-col gap-3">
      {left && (
        <Banner role="alert" icon="users">
          <Untrusted>{left}</Untrusted>
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
              <th scope="col">What applies</th>
              {mayRate && <td />}
            </tr>
          </thead>
          <tbody>
            <GatewayRow tool={tool} spare={mayRate} />
            {tool.standing.rule && <RuleRow tool={tool} rule={tool.standing.rule} spare={mayRate} />}
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

/** Saves a rating, offers an undo, and says why one was skipped. */
function useRecord(tool: ToolView, onRecorded: () => void) {
  const router = useRouter();
  const toast = useToast();
  const act = useAct(rateTools);
  const [left, setLeft] = useState<string | null>(null);

  const rate = async (target: Target, to: Override, seen: Override, version?: number) => {
    const changes = [{ toolId: tool.id, to, seen, version }];
    const result = await act.run({ tenantId: target.id, changes, undo: version !== undefined });
    if (!result?.ok) return null;
    router.refresh();
    return result.rated[0] ?? null;
  };
  const record = async (target: Target, to: Override): Promise<void> => {
    const seen = ratingOf(target.override);
    setLeft(null);
    const one = await rate(target, to, seen);
    if (one?.outcome === "stale") setLeft(staleWords(one.by));
    if (one?.outcome === "gone") setLeft("The tool no longer exists. Nothing was recorded.");
    if (one?.outcome !== "rated") return;
    onRecorded();
    const back = async () => {
      const was = await rate(target, seen, to, one.was ?? tool.version);
      if (was?.outcome === "rated") toast({ text: "The earlier rating is back." });
      else if (was) setLeft(staleWords(was.by));
    };
    const { requiresConfirmation } = standingRisk(withOverride(tool.standing, target.id, to));
    const what = to === null ? "removed" : "recorded";
    const future = requiresConfirmation ? "New calls wait for a person." : "New calls run without a person.";
    toast({ text: `Rating for ${target.name} ${what}. ${future}`, undo: () => void back() });
  };
  return { act, record, left };
}

const staleWords = (by: string | null) =>
  `${by ?? "Another person"} rated this tool while you were changing it. Your rating was not recorded; the table shows what applies now.`;

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
          <span className="text-fg-muted">
            {tool.standing.rule ? "did not rate it" : "not rated yet: medium, and a person decides"}
          </span>
        )}
      </td>
      <td className="max-sm:hidden">{yesNo(requiresConfirmation, "–")}</td>
      <td>
        <Untrusted>{tool.gateway.name}</Untrusted>
      </td>
      <td className="max-sm:hidden" />
      {spare && <td className="max-sm:hidden" />}
    </tr>
  );
}

/** A rule's rating, which counts only for unrated tools. */
function RuleRow({
  tool,
  rule: { name, risk, requiresConfirmation },
  spare,
}: {
  tool: ToolView;
  rule: NamedRuleRating;
  spare: boolean;
}) {
  const { source } = standingRisk(tool.standing);
  return (
    <tr className={CELLS}>
      <th scope="row" className="text-left font-medium">
        A rule
      </th>
      <td>
        <RiskMark risk={risk} />
      </td>
      <td className="max-sm:hidden">{yesNo(requiresConfirmation, "–")}</td>
      <td>
        <Link href="/tools/rules" className="inline-flex min-h-6 items-center text-accent hover:underline">
          <Untrusted>{name}</Untrusted>
        </Link>
      </td>
      <td className="text-xs text-fg-muted">
        {source === "rule" ? "applies" : "does not apply: the tool is rated"}
      </td>
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
        <Untrusted>{target.name}</Untrusted>
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
            <Untrusted>{override.ratedBy ?? "the command line"}</Untrusted>
            <span className="text-xs text-fg-muted">
              <Time value={override.ratedAt} form="relative" />
            </span>
            {override.version < tool.version && (
              <StillRight tool={tool} target={target} from={override.version} mayConfirm={edit !== null} />
            )}
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
