import { callsSince, whoseCalls } from "@/components/signals/health/failed-by";
import { HealthMark } from "@/components/signals/health/health-mark";
import { ShareBar } from "@/components/ui/chart/share-bar";
import { ratePlace, shareText } from "@/components/ui/chart/shares";
import { Sparkline } from "@/components/ui/chart/sparkline";
import { Whisker } from "@/components/ui/chart/whisker";
import { Link } from "@/components/ui/link";
import { counted } from "@/components/words/counts";
import { failedOf } from "@/components/words/health";
import { CLASS_SERIES } from "@/components/words/outcome-classes";
import { durationText } from "@/components/words/rationales";
import { FIGURE_MEANINGS, paceWords } from "@/components/words/tool";
import type { ToolDecisions, ToolRecord } from "@/lib/calls/of-tool/types";
import { GROUPS_MIN, type Share } from "@/lib/signals/attempts/types";
import { type Counted, HEALTHY_CALLS_MIN, type Health } from "@/lib/signals/health/types";
import type { ToolUse } from "@/lib/signals/use/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { classesOf, RATE_TICKS, rateOf, type VersionShare, versionShares } from "./figures";
import { Tile } from "./tile";

const LINK = "underline underline-offset-2 hover:text-accent";
// Figures end at 19 of 20; the track goes a little further.
const PACE_ROOM = 1.08;

type Figures = {
  tool: ToolView;
  record: ToolRecord;
  health: Health & Counted & { since: string };
  use: ToolUse;
  decisions: ToolDecisions;
};

/** The tool's figures as pictures: how much, how well, how fast. */
export function Tiles(figures: Figures) {
  return (
    <dl
      aria-label="The tool’s figures"
      className="grid grid-cols-1 overflow-hidden rounded-card border border-border bg-surface *:-mr-px *:-mb-px sm:grid-cols-2 lg:grid-cols-3"
    >
      <Calls {...figures} />
      <Failures {...figures} />
      <FirstTry {...figures} />
      <Runs {...figures} />
      <Decides {...figures} />
      <Findings {...figures} />
    </dl>
  );
}

function Calls({ record }: Figures) {
  const classes = classesOf(record.days);
  const daily = record.days.map(({ classes: day }) => Object.values(day).reduce((sum, n) => sum + n, 0));
  const most = CLASS_SERIES.filter(({ key }) => key !== "ok").toSorted(
    (a, b) => classes[b.key] - classes[a.key],
  )[0];
  return (
    <Tile
      term="Calls, 14 days"
      means={FIGURE_MEANINGS.calls}
      value={record.calls.toLocaleString("en")}
      aside={record.calls > 0 && <Sparkline label="Calls per day" values={daily} />}
      says={
        record.calls === 0 ? (
          "No agent called it in the last 14 days."
        ) : (
          <>
            <b className="font-medium text-fg">{classes.ok.toLocaleString("en")} worked</b>
            {most && classes[most.key] > 0
              ? ` · ${most.label}: ${classes[most.key].toLocaleString("en")}`
              : " · none failed"}
          </>
        )
      }
    >
      <ShareBar
        label="Calls by outcome"
        parts={CLASS_SERIES.map((one) => ({ ...one, value: classes[one.key] }))}
      />
    </Tile>
  );
}

function Failures({ tool, health }: Figures) {
  const rate = rateOf(health.failed, health.ran);
  const interval = rate && `${shareText(rate.low)} to ${shareText(rate.high)}`;
  return (
    <Tile
      term="Failure rate, 7 days"
      means={FIGURE_MEANINGS.failures}
      value={rate ? shareText(rate.rate) : "None yet"}
      note={interval}
      aside={<HealthMark state={health.state} strong />}
      says={
        health.ran === 0 ? (
          `No call reached it. Health needs ${HEALTHY_CALLS_MIN} calls in 7 days.`
        ) : (
          <>
            <Link href={callsSince(tool.name, health.since, whoseCalls(tool, health))} className={LINK}>
              {failedOf(health)}
            </Link>
            {health.state === "no_data" && `; health needs ${HEALTHY_CALLS_MIN} calls`}
          </>
        )
      }
    >
      {rate && (
        <Whisker
          label={`${shareText(rate.rate)} failed, ${interval} with 95 % confidence. Lines at 5 % and 20 %.`}
          rows={[
            { key: "rate", at: ratePlace(rate.rate), from: ratePlace(rate.low), to: ratePlace(rate.high) },
          ]}
          ticks={RATE_TICKS}
        />
      )}
    </Tile>
  );
}

const inWords = ({ share, from, to }: Share) => `${shareText(share)}, ${shareText(from)} to ${shareText(to)}`;

const versionName = (version: number) => (version === 0 ? "Before it was listed" : `Version ${version}`);

function versionWords({ version, firstTry, groups, share }: VersionShare): string {
  const figure = share ? shareText(share.share) : `${firstTry} of ${counted(groups, "attempt")}`;
  return `${versionName(version)}: ${figure}`;
}

function FirstTry({ tool, use }: Figures) {
  const { total } = use;
  const share = total.firstTryShare;
  const versions = versionShares(use.rows);
  const drawn = versions.flatMap((one) => (one.share ? [{ ...one, share: one.share }] : []));
  return (
    <Tile
      term="First-try success"
      means={FIGURE_MEANINGS.firstTry}
      value={share ? shareText(share.share) : "None yet"}
      note={share && `${shareText(share.from)} to ${shareText(share.to)}`}
      says={
        share ? (
          <Link href={`/tools/${tool.id}/use`} className={LINK}>
            {versions.map(versionWords).join(" · ")}
          </Link>
        ) : (
          `Needs ${GROUPS_MIN} attempts in 14 days; ${total.groups.toLocaleString("en")} so far.`
        )
      }
    >
      {drawn.length > 0 && (
        <Whisker
          label={drawn.map((one) => `${versionName(one.version)}: ${inWords(one.share)}`).join("; ")}
          rows={drawn.map(({ version, share: { share: at, from, to } }, index) => ({
            key: String(version),
            label: `v${version}`,
            ...{ at, from, to },
            pale: index > 0,
          }))}
        />
      )}
    </Tile>
  );
}

/** From the median to what 19 of 20 need. */
function Pace({ medianMs, slowMs }: { medianMs: number; slowMs: number }) {
  const most = Math.max(1, slowMs) * PACE_ROOM;
  const [from, to] = [medianMs / most, slowMs / most];
  return (
    <Whisker
      label={`Half within ${durationText(Math.round(medianMs))}, 19 of 20 within ${durationText(Math.round(slowMs))}`}
      rows={[{ key: "pace", at: from, from, to }]}
    />
  );
}

function Runs({ use: { total } }: Figures) {
  const { medianMs, slowMs } = total;
  const isKnown = medianMs !== null && slowMs !== null;
  return (
    <Tile
      term="Time to run"
      means={FIGURE_MEANINGS.runs}
      value={isKnown ? durationText(medianMs) : "None yet"}
      says={isKnown ? paceWords("run", medianMs, slowMs) : "Needs a call that its gateway timed."}
    >
      {isKnown && <Pace medianMs={medianMs} slowMs={slowMs} />}
    </Tile>
  );
}

function Decides({ tool, decisions: { medianSeconds, slowSeconds, decided, waiting } }: Figures) {
  const isKnown = medianSeconds !== null && slowSeconds !== null;
  const [medianMs, slowMs] = [1_000 * (medianSeconds ?? 0), 1_000 * (slowSeconds ?? 0)];
  return (
    <Tile
      term="Time to decide"
      means={FIGURE_MEANINGS.decides}
      value={isKnown ? durationText(Math.round(medianMs)) : "None yet"}
      note={isKnown && counted(decided, "decision")}
      aside={
        waiting > 0 && (
          <Link
            href={`/approvals?view=all&tool=${encodeURIComponent(tool.name)}`}
            className={`${LINK} text-xs`}
          >
            {waiting.toLocaleString("en")} waiting
          </Link>
        )
      }
      says={isKnown ? paceWords("are decided", medianMs, slowMs) : "Needs a held call that a person decided."}
    >
      {isKnown && <Pace medianMs={medianMs} slowMs={slowMs} />}
    </Tile>
  );
}

function Findings({ tool }: Figures) {
  const { warnings, remarks } = tool.findings;
  return (
    <Tile
      term="Findings"
      means={FIGURE_MEANINGS.findings}
      value={(warnings + remarks).toLocaleString("en")}
      says={
        warnings + remarks === 0 ? (
          "Nothing found in the definition."
        ) : (
          <Link href={`/tools/${tool.id}/definition#findings`} className={LINK}>
            {[warnings > 0 && counted(warnings, "warning"), remarks > 0 && counted(remarks, "remark")]
              .filter(Boolean)
              .join(", ")}
          </Link>
        )
      }
    />
  );
}
