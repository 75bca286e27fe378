import { Avatar } from "@/components/ui/avatar";
import { Badge, StatusMark } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Checkbox } from "@/components/ui/checkbox";
import { Count } from "@/components/ui/count";
import { SelectField, TextareaField, TextField } from "@/components/ui/field";
import { Icon, type IconName } from "@/components/ui/icon";
import { ICON_PATHS } from "@/components/ui/icon-paths";
import { Kbd } from "@/components/ui/kbd";
import { SearchField } from "@/components/ui/list/search-field";
import { RiskMark } from "@/components/ui/risk-mark";
import { RISKS } from "@/lib/core/risk";
import { BODY, HEADLINE, KEY } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

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
    <Group id="colours">
      <Specimen name="Surfaces">
        <Swatches fills={SURFACES} />
      </Specimen>
      <Specimen name="Lines and words">
        <Swatches fills={WORDS} />
      </Specimen>
      <Specimen name="Risk">
        <Swatches fills={RISK_FILLS} />
      </Specimen>
      <Specimen name="Done">
        <Swatches fills={["bg-ok", "bg-ok-bg"]} />
      </Specimen>
    </Group>
  );
}

export function Type() {
  return (
    <Group id="type">
      <Wide name="Sizes">
        <p className="text-2xl font-bold">{HEADLINE}</p>
        <p className="text-xl font-bold">{HEADLINE}</p>
        <p className="text-lg font-medium">{HEADLINE}</p>
        <p className="text-base">{BODY}</p>
        <p className="text-sm text-fg-muted">{BODY}</p>
        <p className="text-xs text-fg-subtle">{BODY}</p>
        <p className="text-2xs font-medium">{BODY}</p>
      </Wide>
      <Wide name="Mono">
        <p className="mono">{KEY}</p>
        <p className="mono tnum">{"0123456789 != -> =>"}</p>
      </Wide>
    </Group>
  );
}

const VARIANTS = [
  { variant: "primary", name: "Primary" },
  { variant: "outline", name: "Outline" },
  { variant: "ghost", name: "Ghost" },
] as const;

export function Buttons() {
  return (
    <Group id="buttons">
      {VARIANTS.map(({ variant, name }) => (
        <Specimen key={variant} name={name}>
          <Button variant={variant} size="lg" keyHint="A" icon="check">
            Approve and send
          </Button>
          <Button variant={variant}>Reject…</Button>
          <Button variant={variant} size="sm">
            Later
          </Button>
          <Button variant={variant} disabled>
            Approve and send
          </Button>
          <Button variant={variant} pending pendingLabel="Recording…" />
        </Specimen>
      ))}
      <Specimen name="Icons only">
        <IconButton icon="copy" label="Copy the id" size="sm" />
        <IconButton icon="more" label="Later" />
        <IconButton icon="x" label="Close" variant="outline" size="lg" />
        <IconButton icon="x" label="Close" disabled />
      </Specimen>
      <Specimen name="Links">
        <ButtonLink href="/design" icon="send">
          Send a test call
        </ButtonLink>
        <ButtonLink href="/design" variant="primary" size="sm">
          Open
        </ButtonLink>
      </Specimen>
    </Group>
  );
}

export function Fields() {
  return (
    <Group id="fields">
      <Wide name="Text">
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <TextField id="f1" name="agent" label="Agent’s name" hint="As the gateway sends it." />
          <TextField
            id="f2"
            name="agent"
            label="Agent’s name"
            defaultValue="growth-agent"
            error="Another agent has this name."
          />
          <TextField id="f3" name="agent" label="Agent’s name" placeholder="growth-agent" />
          <TextField id="f4" name="agent" label="Agent’s name" defaultValue="growth-agent" disabled />
        </div>
      </Wide>
      <Wide name="Long text">
        <div className="max-w-md">
          <TextareaField
            id="f5"
            name="reason"
            label="Reason"
            defaultValue="The segment is wrong: only testers have agreed."
          />
        </div>
      </Wide>
      <Wide name="Choice">
        <div className="max-w-60">
          <SelectField id="f6" name="tenant" label="Tenant">
            <option>acme</option>
            <option>globex</option>
          </SelectField>
        </div>
      </Wide>
      <Specimen name="Ticks">
        <Checkbox label="Remember on this device" defaultChecked />
        <Checkbox label="Everything selected" />
        <Checkbox label="Everything selected" disabled />
      </Specimen>
      <Wide name="Search">
        <div className="flex max-w-sm">
          <SearchField label="Search tools" placeholder="Search tools" />
        </div>
      </Wide>
    </Group>
  );
}

export function Marks() {
  return (
    <>
      <Group id="marks">
        <Specimen name="Risk">
          {RISKS.map((risk) => (
            <RiskMark key={risk} risk={risk} />
          ))}
          <RiskMark risk="critical" suffix="risk" />
        </Specimen>
        <Specimen name="Status">
          <StatusMark icon="hourglass" strong>
            Pending
          </StatusMark>
          <StatusMark icon="check-circle">Approved</StatusMark>
          <StatusMark icon="x-circle">Failed</StatusMark>
        </Specimen>
        <Specimen name="Counts">
          <Count value={7} />
          <Count value={999} />
          <Count value={10_412} />
        </Specimen>
        <Specimen name="Labels">
          <Badge>claude-code 2.4</Badge>
          <Badge mono>apr_8Kx2mQ</Badge>
        </Specimen>
        <Specimen name="Keys">
          <Kbd>A</Kbd>
          <Kbd>⌘K</Kbd>
          <Kbd>Esc</Kbd>
        </Specimen>
        <Specimen name="People">
          <Avatar name="Ines Prado" />
          <Avatar name="maya@acme.example" />
          <Avatar name="Ines Prado" size="sm" />
        </Specimen>
      </Group>
      <Group id="icons">
        <ul className="flex flex-wrap gap-2">
          {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
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
