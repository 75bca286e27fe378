"use client";

import { useRef } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { describe, Field, Input } from "@/components/ui/field";
import { ANY_DECIDER, countNamed, POLICY_APPROVALS_MAX, POLICY_SEATS_MAX } from "@/lib/policies/types";
import { type Choices, DecidersFields } from "./deciders-fields";
import { type Errors, errorIn, type PartProps } from "./fields";
import type { SeatText } from "./texts";

/** Who approves and how many: one group of approvers, or several that each have to. */
export function SeatsPart({ text: { seats }, onChange, errors, ...choices }: PartProps & Choices) {
  const here = useRef<HTMLDivElement>(null);
  const adds = useRef<HTMLDivElement>(null);
  const set = (next: readonly SeatText[]) => onChange({ seats: next });
  const change = (key: number, part: Partial<SeatText>) =>
    set(seats.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = Math.max(...seats.map((one) => one.key)) + 1;
    set([...seats, { key, approvals: "1", who: ANY_DECIDER.deciders }]);
    // Once it is there.
    requestAnimationFrame(() => {
      const all = here.current?.querySelectorAll<HTMLElement>("[data-seat]");
      all?.[all.length - 1]?.querySelector<HTMLElement>("input")?.focus();
    });
  };
  const remove = (key: number) => {
    set(seats.filter((one) => one.key !== key));
    adds.current?.querySelector("button")?.focus();
  };
  const isAlone = seats.length === 1;
  const whole = errors["require/seats"];
  return (
    <div ref={here} className="flex flex-col gap-3.5">
      {seats.map((seat, at) =>
        isAlone ? (
          <SeatFields
            key={seat.key}
            id=""
            seat={seat}
            onChange={(part) => change(seat.key, part)}
            errors={errors}
            {...choices}
          />
        ) : (
          <fieldset key={seat.key} data-seat className="rounded-control border border-border bg-bg p-3">
            <legend className="px-1 text-sm font-bold">{`Approvers ${at + 1}`}</legend>
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <SeatFields
                  id={`-${at + 1}`}
                  place={`seats/${at}`}
                  seat={seat}
                  onChange={(part) => change(seat.key, part)}
                  errors={errors}
                  {...choices}
                />
              </div>
              <IconButton icon="x" label={`Remove approvers ${at + 1}`} onClick={() => remove(seat.key)} />
            </div>
          </fieldset>
        ),
      )}
      {whole !== undefined && (
        <p role="alert" className="text-sm font-medium">
          {whole}
        </p>
      )}
      <div ref={adds} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" icon="plus" onClick={add} disabled={seats.length >= POLICY_SEATS_MAX}>
          Add another group of approvers
        </Button>
        <span className="min-w-0 flex-1 basis-52 text-xs text-fg-muted">
          {isAlone
            ? "For example one of ops and one of finance."
            : "Each group has to approve. A person in several of them counts for one."}
        </span>
      </div>
    </div>
  );
}

type SeatProps = Choices & {
  /** Ends the ids of its fields. */
  id: string;
  /** Its place among several; without it the only one. */
  place?: string;
  seat: SeatText;
  onChange: (part: Partial<SeatText>) => void;
  errors: Errors;
};

const HINT = "Different people. One rejection ends it, and editing the arguments starts the count again";

function SeatFields({ id, place, seat, onChange, errors, people, groups }: SeatProps) {
  const { approvals, who } = seat;
  const isNamed = countNamed(who) > 0;
  const note = isNamed
    ? "Only those named can decide. Others cannot, administrators included."
    : "If empty, any approver or administrator of the tenant can decide.";
  const own = place === undefined ? undefined : errors[`require/${place}`];
  const count = {
    hint: HINT,
    error: errorIn(errors, `require/${place === undefined ? "approvals" : `${place}/approvals`}`),
  };
  return (
    <div className="flex flex-col gap-3.5">
      <DecidersFields
        id={`deciders${id}`}
        place={place ?? "deciders"}
        labels={{ people: "People", groups: "Groups", roles: "Roles" }}
        value={who}
        onChange={(next) => onChange({ who: next })}
        errors={errors}
        people={people}
        groups={groups}
        note={place === undefined ? note : undefined}
      />
      {own !== undefined && (
        <p role="alert" className="text-sm font-medium">
          {own}
        </p>
      )}
      <Field id={`approvals${id}`} label="How many have to approve" {...count}>
        <Input
          {...describe(`approvals${id}`, count)}
          type="number"
          min={1}
          max={POLICY_APPROVALS_MAX}
          className="max-w-28"
          value={approvals}
          onChange={(event) => onChange({ approvals: event.target.value })}
        />
      </Field>
    </div>
  );
}
