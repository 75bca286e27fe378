import { Calls } from "@/components/signals/use/parts";
import { shares } from "@/components/ui/chart/shares";
import { FILLS } from "@/components/ui/chart/tones";
import { Explained } from "@/components/ui/explained";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { KEYWORD_WORDS } from "@/components/words/attempts";
import { counted } from "@/components/words/counts";
import { CLASS_LOOKS } from "@/components/words/outcome-classes";
import { FIGURE_MEANINGS } from "@/components/words/tool";
import { revealedText } from "@/lib/core/text/reveal";
import { callsOfSpot } from "@/lib/signals/use/links";
import type { ToolUse } from "@/lib/signals/use/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { type FieldBar, fieldBars } from "./figures";

const BARS_SHOWN = 6;
const TEXT_CHARS = 40;

/** The fields and values that get calls refused, most first, with what is allowed. */
export function RefusedFields({ tool, use }: { tool: ToolView; use: ToolUse }) {
  const bars = fieldBars(use.spots, BARS_SHOWN);
  const most = Math.max(...bars.map(({ calls }) => calls));
  return (
    <Section
      id="fields"
      title="Fields that get calls refused"
      about={<Explained what="Fields that get calls refused">{FIGURE_MEANINGS.fields}</Explained>}
      actions={
        <Link
          href={`/tools/${tool.id}/use#hot-spots`}
          className="inline-flex min-h-6 items-center text-accent text-sm hover:underline"
        >
          All hot-spots
        </Link>
      }
    >
      <Card flush>
        {bars.length === 0 ? (
          <p className="px-4 py-3.5 text-fg-muted text-sm">
            No call of the last 14 days was refused for a field that its error names.
          </p>
        ) : (
          <table className="w-full text-sm">
            <caption className="sr-only">Refused calls by field and sent value</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Field, sent value and allowed values</th>
                <th scope="col">Refused calls</th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <Row
                  key={`${bar.spot.spot} ${bar.spot.version} ${bar.sent}`}
                  bar={bar}
                  most={most}
                  {...{ tool, use }}
                />
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </Section>
  );
}

function Row({ bar, most, tool, use }: { bar: FieldBar; most: number; tool: ToolView; use: ToolUse }) {
  const { spot, value, sent, calls } = bar;
  const filter = callsOfSpot({ tool: { name: tool.name, gateway: tool.gateway.name }, use }, spot);
  const allowed = spot.listed.length > 0 ? spot.listed : spot.allowed;
  const field = spot.path === null ? "a field not named" : revealedText(spot.path);
  return (
    <tr className="border-border not-first:border-t">
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <span className="flex flex-wrap items-baseline gap-x-2">
          {spot.path === null ? (
            <span className="text-fg-muted">Field unknown</span>
          ) : (
            <Untrusted mono limit={TEXT_CHARS} className="font-medium wrap-anywhere">
              {spot.path}
            </Untrusted>
          )}
          {value === null ? (
            <span className="text-fg-muted">{KEYWORD_WORDS[spot.keyword].toLowerCase()}</span>
          ) : (
            <Untrusted
              mono
              limit={TEXT_CHARS}
              className="underline decoration-class-caller decoration-wavy underline-offset-2 wrap-anywhere"
            >
              {value}
            </Untrusted>
          )}
          {tool.version > 1 && <span className="text-2xs text-fg-subtle">{`v${spot.version}`}</span>}
          {allowed.length > 0 && (
            <span className="text-fg-muted">
              <span aria-hidden>→ </span>
              <span className="sr-only">allowed: </span>
              <Untrusted mono limit={2 * TEXT_CHARS} className="text-xs wrap-anywhere">
                {allowed.join(", ")}
              </Untrusted>
            </span>
          )}
        </span>
        <svg aria-hidden width="100%" height="8" className="mt-1 block">
          <rect
            width={shares([calls, most - calls])[0]?.width}
            height="8"
            rx="2"
            className={FILLS[CLASS_LOOKS.caller.tone]}
          />
        </svg>
      </th>
      <td className="tnum w-20 px-4 py-2 text-right align-bottom font-medium">
        <Calls
          value={calls}
          filter={sent === null ? filter : { ...filter, sent }}
          label={`${counted(calls, "refused call")} for ${field}${value === null ? "" : ` with ${revealedText(value)}`}`}
        />
      </td>
    </tr>
  );
}
