import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { KEYWORD_WORDS } from "@/components/words/attempts";
import { counted } from "@/components/words/counts";
import { revealedText } from "@/lib/core/text/reveal";
import { callsOfSpot, callsOfTool } from "@/lib/signals/use/links";
import type { HotSpot } from "@/lib/signals/use/types";
import type { Shown } from "./figures";
import { Calls, WideTable } from "./parts";

const VALUE_CHARS = 60;

/** Fields with wrong guesses, and the values sent. */
export function HotSpots({ tool, use }: Shown) {
  return (
    <Section
      id="hot-spots"
      title="Hot-spots"
      description={`Fields that get calls refused, last ${use.days} days.${use.newestOnly ? " Only the newest 50,000 refused fields count." : ""}`}
    >
      <Card flush>
        {use.spots.length === 0 ? (
          <p className="px-4 py-3.5 text-sm text-fg-muted">
            No call was refused for a field that its message names.
          </p>
        ) : (
          <WideTable
            label="Refused fields"
            head={[
              { name: "Field" },
              { name: "Refused because" },
              { name: "Values that were sent" },
              { name: "Refused calls", figures: true },
              { name: "Sessions", figures: true },
              { name: "Next try worked", figures: true },
              { name: "Allowed values" },
            ]}
          >
            {use.spots.map((spot) => (
              <SpotRow key={`${spot.spot} ${spot.version}`} tool={tool} use={use} spot={spot} />
            ))}
          </WideTable>
        )}
      </Card>
    </Section>
  );
}

function SpotRow({ tool, use, spot }: Shown & { spot: HotSpot }) {
  const filter = callsOfSpot({ tool, use }, spot);
  const field = spot.path === null ? "a field not named" : revealedText(spot.path);
  return (
    <tr className="align-top">
      <th scope="row" className="min-w-32 text-left font-normal">
        {spot.path === null ? (
          <span className="text-fg-muted">Field unknown</span>
        ) : (
          <Untrusted mono limit={VALUE_CHARS} className="font-medium wrap-anywhere">
            {spot.path}
          </Untrusted>
        )}
        <span className="block text-2xs text-fg-subtle">
          {spot.version === 0 ? "before it was listed" : `version ${spot.version}`}
        </span>
      </th>
      <td className="min-w-32">{KEYWORD_WORDS[spot.keyword]}</td>
      <td className="min-w-40">
        <ul className="flex flex-col">
          {spot.values.map((one) => (
            <li key={one.sent} className="flex flex-wrap items-baseline gap-x-1.5">
              {one.masked === null ? (
                <Untrusted mono limit={VALUE_CHARS} className="text-xs wrap-anywhere">
                  {one.value ?? ""}
                </Untrusted>
              ) : (
                <span className="text-xs text-fg-muted">hidden: {counted(one.masked, "character")}</span>
              )}
              <Calls
                value={one.calls}
                filter={{ ...filter, sent: one.sent }}
                label={`${counted(one.calls, "refused call")} that sent this value`}
              >
                <span className="tnum text-xs">{one.calls.toLocaleString("en")}×</span>
              </Calls>
            </li>
          ))}
        </ul>
      </td>
      <td className="tnum text-right">
        <Calls
          value={spot.calls}
          filter={filter}
          label={`${counted(spot.calls, "refused call")} for ${field}`}
        />
      </td>
      <td className="tnum text-right">{spot.sessions.toLocaleString("en")}</td>
      <td className="tnum text-right whitespace-nowrap">
        {spot.retried === 0
          ? "not tried again"
          : `${spot.recovered.toLocaleString("en")} of ${spot.retried.toLocaleString("en")}`}
      </td>
      <td className="min-w-32">
        <AllowedValues spot={spot} />
      </td>
    </tr>
  );
}

const sameValues = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Accepted values, by source: refusals or schema. */
function AllowedValues({ spot: { allowed, listed } }: { spot: HotSpot }) {
  const isSame = sameValues(allowed, listed);
  const lists = [
    { says: isSame ? "from its refusals and its schema" : "from its refusals", values: allowed },
    { says: "from its schema", values: isSame ? [] : listed },
  ].filter(({ values }) => values.length > 0);
  if (lists.length === 0) return <span className="text-fg-muted">unknown</span>;
  return (
    <dl className="flex flex-col gap-1">
      {lists.map(({ says, values }) => (
        <div key={says} className="flex flex-col-reverse">
          <dt className="text-2xs text-fg-subtle">{says}</dt>
          <dd>
            <Untrusted mono limit={200} className="text-xs wrap-anywhere">
              {values.join(", ")}
            </Untrusted>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields that retries dropped without a reason in the error. */
export function LostFields({ tool, use }: Shown) {
  return (
    <Section
      id="lost"
      title="Fields lost on retry"
      description="Agents drop this field on the retry although the error was about another."
    >
      <Card flush>
        {use.lost.length === 0 ? (
          <p className="px-4 py-3.5 text-sm text-fg-muted">
            No retry dropped a field that the error did not mention.
          </p>
        ) : (
          <WideTable
            label="Lost fields"
            head={[
              { name: "Field" },
              { name: "After a refusal of" },
              { name: "Retries without it", figures: true },
              { name: "Sessions", figures: true },
              { name: "Worked all the same", figures: true },
            ]}
          >
            {use.lost.map((field) => (
              <tr key={field.spot} className="align-top">
                <th scope="row" className="min-w-32 text-left font-normal">
                  <Untrusted mono limit={VALUE_CHARS} className="font-medium wrap-anywhere">
                    {field.path}
                  </Untrusted>
                </th>
                <td className="min-w-32">
                  <Untrusted mono limit={200} className="text-xs wrap-anywhere">
                    {field.after.join("; ")}
                  </Untrusted>
                </td>
                <td className="tnum text-right">
                  <Calls
                    value={field.calls}
                    filter={{ ...callsOfTool({ tool, use }), spot: field.spot }}
                    label={`${counted(field.calls, "retry", "retries")} without ${revealedText(field.path)}`}
                  />
                </td>
                <td className="tnum text-right">{field.sessions.toLocaleString("en")}</td>
                <td className="tnum text-right">{field.worked.toLocaleString("en")}</td>
              </tr>
            ))}
          </WideTable>
        )}
      </Card>
    </Section>
  );
}

/** Tools that agents used after an error. */
export function SwitchedToList({ tool, use }: Shown) {
  return (
    <Section
      id="switched"
      title="Taken instead after an error"
      description="The next tool that the session called while no try of this one had worked."
    >
      <Card flush>
        {use.switched.length === 0 ? (
          <p className="px-4 py-3.5 text-sm text-fg-muted">
            No session went on to another tool after an error.
          </p>
        ) : (
          <ul>
            {use.switched.map((next) => (
              <li
                key={next.tool}
                className="flex flex-wrap items-baseline gap-x-3 border-border px-4 py-2 text-sm not-first:border-t"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <Untrusted mono limit={120}>
                    {next.tool}
                  </Untrusted>
                </span>
                <Calls
                  value={next.groups}
                  filter={{ ...callsOfTool({ tool, use }), attempt: "switched", next: next.tool }}
                  label={`${counted(next.groups, "attempt")} after which ${revealedText(next.tool)} was taken`}
                >
                  {counted(next.groups, "attempt")}
                </Calls>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}
