"use client";

import { useState } from "react";
import { finalWords } from "./done-words";
import type { DecisionState } from "./use-decision";

/** After a decision that cannot be undone: Z says why, and what can be done instead. */
export function NoUndo({ state }: { state: DecisionState & { kind: "recorded" } }) {
  const [asked, setAsked] = useState(false);
  const { verb, status } = state;
  if (verb === "extend" || verb === "undo") return null;
  return (
    <>
      <button type="button" hidden data-key="undo" onClick={() => setAsked(true)}>
        Undo
      </button>
      {asked ? <p className="text-sm">{finalWords(verb, { status }).why}</p> : null}
    </>
  );
}
