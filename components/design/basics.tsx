import { Avatar } from "@/components/ui/avatar";
import { Badge, Count, StatusMark } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField, TextareaField, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { ICON_NAMES } from "@/components/ui/icon-paths";
import { Kbd } from "@/components/ui/kbd";
import { SearchField } from "@/components/ui/list/search-field";
import { RiskMark } from "@/components/ui/risk-mark";
import { DESIGN } from "@/components/words/design";
import { SAMPLE } from "@/components/words/design-words";
import { Group, Specimen, Wide } from "./specimen";

const { names } = SAMPLE;
const RISKS = ["low", "medium", "high", "critical"] as const;
const SURFACES = ["bg-bg", "bg-surface", "bg-sunken", "bg-selected"];
const WORDS = [
  "bg-border",
  "bg-border-strong",
  "bg-fg-subtle",
  "bg-fg-muted",
  "bg-fg",
  "bg-accent",
  "bg-focus",
];
const RISK_FILLS = [
  "bg-risk-low",
  "bg-risk-low-bg",
  "bg-risk-medium",
  "bg-risk-medium-bg",
  "bg-risk-high",
  "bg-risk-high-bg",
  "bg-risk-critical",
  "bg-risk-critical-bg",
];

function Swatches({ fills }: { fills: readonly string[] }) {
  return fills.map((fill) => (
    <span key={fill} className="flex w-28 flex-col gap-1">
      <span className={`h-9 rounded-control border border-border ${fill}`} />
      <code className="text-2xs text-fg-muted">{fill.replace("bg-", "")}</code>
    </span>
  ));
}

export function Colours() {
  return (
    <Group id="colours" title={DESIGN.sections.colours}>
      <Specimen name={names.surfaces}>
        <Swatches fills={SURFACES} />
      </Specimen>
      <Specimen name={names.lines}>
        <Swatches fills={WORDS} />
      </Specimen>
      <Specimen name={names.risk}>
        <Swatches fills={RISK_FILLS} />
      </Specimen>
      <Specimen name={names.ok}>
        <Swatches fills={["bg-ok", "bg-ok-bg"]} />
      </Specimen>
    </Group>
  );
}

export function Type() {
  return (
    <Group id="type" title={DESIGN.sections.type}>
      <Wide name={names.sizes}>
        <p className="text-2xl font-bold">{SAMPLE.headline}</p>
        <p className="text-xl font-bold">{SAMPLE.headline}</p>
        <p className="text-lg font-medium">{SAMPLE.headline}</p>
        <p className="text-base">{SAMPLE.body}</p>
        <p className="text-sm text-fg-muted">{SAMPLE.body}</p>
        <p className="text-xs text-fg-subtle">{SAMPLE.body}</p>
        <p className="text-2xs font-medium">{SAMPLE.body}</p>
      </Wide>
      <Wide name={names.mono}>
        <p className="mono">{SAMPLE.keyValue}</p>
        <p className="mono tnum">{"0123456789 != -> =>"}</p>
      </Wide>
    </Group>
  );
}

export function Buttons() {
  return (
    <Group id="buttons" title={DESIGN.sections.buttons}>
      {(["primary", "outline", "ghost"] as const).map((variant) => (
        <Specimen key={variant} name={names[variant]}>
          <Button variant={variant} size="lg" keyHint="A" icon="check">
            {SAMPLE.approve}
          </Button>
          <Button variant={variant}>{SAMPLE.reject}</Button>
          <Button variant={variant} size="sm">
            {SAMPLE.later}
          </Button>
          <Button variant={variant} disabled>
            {SAMPLE.approve}
          </Button>
          <Button variant={variant} pending pendingLabel={SAMPLE.approving} />
        </Specimen>
      ))}
      <Specimen name={names.icons}>
        <IconButton icon="copy" label={SAMPLE.copy} size="sm" />
        <IconButton icon="more" label={SAMPLE.later} />
        <IconButton icon="x" label={SAMPLE.close} variant="outline" size="lg" />
        <IconButton icon="x" label={SAMPLE.close} disabled />
      </Specimen>
      <Specimen name={names.links}>
        <ButtonLink href="/design" icon="send">
          {SAMPLE.emptyAct}
        </ButtonLink>
        <ButtonLink href="/design" variant="primary" size="sm">
          {SAMPLE.open}
        </ButtonLink>
      </Specimen>
    </Group>
  );
}

export function Fields() {
  return (
    <Group id="fields" title={DESIGN.sections.fields}>
      <Wide name={names.text}>
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <TextField id="f1" name="agent" label={SAMPLE.agentName} hint={SAMPLE.agentHint} />
          <TextField
            id="f2"
            name="agent"
            label={SAMPLE.agentName}
            defaultValue="growth-agent"
            error={SAMPLE.agentError}
          />
          <TextField id="f3" name="agent" label={SAMPLE.agentName} placeholder={SAMPLE.agentSample} />
          <TextField id="f4" name="agent" label={SAMPLE.agentName} defaultValue="growth-agent" disabled />
        </div>
      </Wide>
      <Wide name={names.long}>
        <div className="max-w-md">
          <TextareaField id="f5" name="reason" label={SAMPLE.reason} defaultValue={SAMPLE.reasonText} />
        </div>
      </Wide>
      <Wide name={names.choice}>
        <div className="max-w-60">
          <SelectField id="f6" name="tenant" label={SAMPLE.tenant}>
            <option>{SAMPLE.acme}</option>
            <option>{SAMPLE.globex}</option>
          </SelectField>
        </div>
      </Wide>
      <Specimen name={names.ticks}>
        <Checkbox label={SAMPLE.remember} defaultChecked />
        <Checkbox label={SAMPLE.everything} />
        <Checkbox label={SAMPLE.everything} disabled />
      </Specimen>
      <Wide name={names.search}>
        <div className="flex max-w-sm">
          <SearchField label={SAMPLE.searchTools} placeholder={SAMPLE.searchTools} />
        </div>
      </Wide>
    </Group>
  );
}

export function Marks() {
  return (
    <>
      <Group id="marks" title={DESIGN.sections.marks}>
        <Specimen name={names.risk}>
          {RISKS.map((risk) => (
            <RiskMark key={risk} risk={risk} />
          ))}
          <RiskMark risk="critical" suffix={SAMPLE.risk} />
        </Specimen>
        <Specimen name={names.status}>
          <StatusMark icon="hourglass" strong>
            {SAMPLE.pending}
          </StatusMark>
          <StatusMark icon="check-circle">{SAMPLE.approved}</StatusMark>
          <StatusMark icon="x-circle">{SAMPLE.failed}</StatusMark>
        </Specimen>
        <Specimen name={names.counts}>
          <Count value={7} />
          <Count value={999} />
          <Count value={10_412} />
        </Specimen>
        <Specimen name={names.labels}>
          <Badge>{SAMPLE.beta}</Badge>
          <Badge mono>{SAMPLE.id}</Badge>
        </Specimen>
        <Specimen name={names.keys}>
          <Kbd>{"A"}</Kbd>
          <Kbd>{"⌘K"}</Kbd>
          <Kbd>{"Esc"}</Kbd>
        </Specimen>
        <Specimen name={names.people}>
          <Avatar name="Ines Prado" />
          <Avatar name="maya@acme.example" />
          <Avatar name="Ines Prado" size="sm" />
        </Specimen>
      </Group>
      <Group id="icons" title={DESIGN.sections.icons}>
        <ul className="flex flex-wrap gap-2">
          {ICON_NAMES.map((name) => (
            <li key={name} className="flex w-24 flex-col items-center gap-1 py-1 text-center">
              <Icon name={name} size={20} />
              <code className="text-2xs text-fg-muted">{name}</code>
            </li>
          ))}
        </ul>
      </Group>
    </>
  );
}
