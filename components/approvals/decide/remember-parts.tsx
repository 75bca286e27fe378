"use client";

import { Input, Select, Textarea } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { RememberPreview } from "@/lib/approvals/remembered/types";
import { type Way, waysOf } from "./remember-draft";
import type { useRemember } from "./use-remember";

type Part = RememberPreview["parts"][number];
type Rule = ReturnType<typeof useRemember>;

const wayWords = (way: Way, kind: Part["kind"]): string =>
  ({
    fixed: "exactly this",
    free: "anything",
    at_most: "at most",
    at_least: "at least",
    max_length: kind === "array" ? "at most so many items" : "at most so many characters",
    one_of: "one of these",
  })[way];

/** Every argument of the call: fixed or variable. */
export function RememberParts({ rule, parts }: { rule: Rule; parts: readonly Part[] }) {
  if (parts.length === 0)
    return <p className="text-sm">The call has no arguments: only calls without any pass.</p>;
  return (
    <fieldset className="sm:max-h-[36vh] sm:overflow-y-auto">
      <legend className="mb-1 font-medium text-sm">Which calls pass?</legend>
      <ul className="flex flex-col gap-2">
        {parts.map((part) => (
          <OnePart key={part.path} part={part} rule={rule} />
        ))}
      </ul>
    </fieldset>
  );
}

function OnePart({ part, rule: { draft, wrong, setWay, setPart } }: { part: Part; rule: Rule }) {
  const { path, label, kind, shown } = part;
  const { way, text } = draft.parts[path] ?? { way: "fixed", text: "" };
  const limit = {
    "aria-label": `Limit of ${label}`,
    "aria-invalid": wrong === path,
    value: text,
    onChange: (event: { target: { value: string } }) => setPart(path, { way, text: event.target.value }),
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_184px] items-start gap-x-2 gap-y-1 text-sm max-sm:grid-cols-1">
      <span className="min-w-0 sm:pt-1.5">
        <code className="mono wrap-anywhere">
          <Untrusted>{label}</Untrusted>
        </code>{" "}
        <span className="text-fg-muted wrap-anywhere">
          <Untrusted>{shown}</Untrusted>
        </span>
      </span>
      <span className="flex min-w-0 flex-col gap-1.5 sm:pr-1">
        <Select
          aria-label={`How ${label} may vary`}
          value={way}
          onChange={(event) => setWay(part, event.target.value as Way)}
        >
          {waysOf(part).map((one) => (
            <option key={one} value={one}>
              {wayWords(one, kind)}
            </option>
          ))}
        </Select>
        {way === "at_most" || way === "at_least" || way === "max_length" ? (
          <Input {...limit} inputMode="decimal" autoComplete="off" className="tnum" />
        ) : null}
        {way === "one_of" ? <Textarea {...limit} rows={2} placeholder="One per line" /> : null}
      </span>
    </li>
  );
}
