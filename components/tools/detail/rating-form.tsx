"use client";

import { type FormEvent, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { Card } from "@/components/ui/page";
import { RISK_WORDS, RiskMark } from "@/components/ui/risk-mark";
import type { ActProblem } from "@/components/ui/use-act";
import { lessGuardedWords, ratingMeaning } from "@/components/words/tools";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { sameOverride, standingRisk, withOverride } from "@/lib/tools/rating";
import type { Override } from "@/lib/tools/types";
import { ratingOf, type Target } from "./target";

type Props = {
  tool: ToolView;
  target: Target;
  waiting: number;
  pending: boolean;
  problem: ActProblem | null;
  onSave: (to: Override) => void;
  onCancel: () => void;
};

const asRisk = (text: string) => RISKS.find((risk) => risk === text) ?? null;
const asAnswer = (text: string) => (text === "" ? null : text === "yes");

/** One rating, with its effect shown before it is saved. */
export function RatingForm({ tool, target, waiting, pending, problem, onSave, onCancel }: Props) {
  const before = ratingOf(target.override);
  const [risk, setRisk] = useState<RiskWord | null>(before?.risk ?? null);
  const [person, setPerson] = useState<boolean | null>(before?.requiresConfirmation ?? null);
  const to: Override = risk === null && person === null ? null : { risk, requiresConfirmation: person };
  const holds = standingRisk(withOverride(tool.standing, target.id, to));
  const now = standingRisk(withOverride(tool.standing, target.id, before));
  const weaker = lessGuardedWords(holds, now);
  const inherits = target.id === null ? "left to the gateway" : "as for all tenants";
  const submitted = (event: FormEvent) => {
    event.preventDefault();
    onSave(to);
  };
  const title = target.id === null ? "Rating for all tenants" : `Rating for ${target.name}`;
  return (
    <Card>
      <form onSubmit={submitted} aria-label={title} className="flex flex-col gap-3.5">
        <h3 className="text-sm font-bold">{title}</h3>
        <div className="grid gap-3.5 sm:grid-cols-2">
          <SelectField
            name="risk"
            label="Risk"
            value={risk ?? ""}
            onChange={(event) => setRisk(asRisk(event.target.value))}
            autoFocus
          >
            <option value="">{inherits}</option>
            {RISKS.map((one) => (
              <option key={one} value={one}>
                {RISK_WORDS[one]}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="person"
            label="Waits for a person when low or medium"
            hint="High and critical always wait."
            value={person === null ? "" : person ? "yes" : "no"}
            onChange={(event) => setPerson(asAnswer(event.target.value))}
          >
            <option value="">{inherits}</option>
            <option value="yes">Yes</option>
            <option value="no">No</option>
          </SelectField>
        </div>
        <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <RiskMark risk={holds.risk} />
          {ratingMeaning(target.name, holds, waiting)}
          {weaker && <b className="font-medium">{weaker}</b>}
        </p>
        <ActNotice problem={problem} />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            pendingLabel="Recording…"
            disabled={sameOverride(before, to)}
          >
            Save the rating
          </Button>
          <Button onClick={onCancel} disabled={pending}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
