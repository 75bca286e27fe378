"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { SearchField } from "@/components/ui/list/search-field";
import { Menu } from "@/components/ui/menu";
import { Popover } from "@/components/ui/popover";
import { Segmented } from "@/components/ui/segmented";
import { useToast } from "@/components/ui/toast";
import { Tooltip } from "@/components/ui/tooltip";
import type { ActResult } from "@/components/ui/use-act";
import { DESIGN } from "@/components/words/design";
import { SAMPLE } from "@/components/words/design-words";
import { OPTIONS } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const { names } = SAMPLE;
const done = async (): Promise<ActResult> => ({ ok: true });
const refused = async (): Promise<ActResult> => ({
  ok: false,
  code: "conflict",
  message: SAMPLE.refusedMessage,
  requestId: SAMPLE.requestId,
  fields: { agent: SAMPLE.agentError },
});

export function Choices() {
  return (
    <Group id="choices" title={DESIGN.sections.choices}>
      <Wide name={names.one}>
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <Combobox name="c1" label={SAMPLE.tool} options={OPTIONS} placeholder={SAMPLE.pickTool} />
          <Combobox
            name="c2"
            label={SAMPLE.tool}
            options={OPTIONS}
            defaultValue="stripe/create_refund"
            error={SAMPLE.toolError}
          />
          <Combobox
            name="c3"
            label={SAMPLE.tool}
            options={OPTIONS}
            defaultValue={OPTIONS[0]?.value}
            disabled
          />
        </div>
      </Wide>
      <Wide name={names.several}>
        <div className="max-w-sm">
          <Combobox
            name="c4"
            label={SAMPLE.tools}
            options={OPTIONS}
            multiple
            defaultValue={["resend/send-broadcast", "notion/API-post-page"]}
          />
        </div>
      </Wide>
    </Group>
  );
}

export function Forms() {
  const toast = useToast();
  return (
    <Group id="forms" title={DESIGN.sections.forms}>
      <Wide name={names.filters}>
        <FilterForm action="/design" label={SAMPLE.filterLabel}>
          <SearchField label={SAMPLE.searchTools} placeholder={SAMPLE.searchTools} />
          <SelectField id="filter-tenant" name="tenant" label={SAMPLE.tenant}>
            <option value="">{SAMPLE.all}</option>
            <option>{SAMPLE.acme}</option>
          </SelectField>
        </FilterForm>
      </Wide>
      {[
        { name: names.saved, id: "form-saved", action: done },
        { name: names.refused, id: "form-refused", action: refused },
      ].map(({ name, id, action }) => (
        <Wide key={id} name={name}>
          <div className="max-w-sm">
            <ActionForm
              action={action}
              label={name}
              read={(data) => ({ agent: String(data.get("agent")) })}
              submit={SAMPLE.save}
              pendingLabel={SAMPLE.saving}
              done={SAMPLE.savedWord}
            >
              {(fields) => (
                <TextField
                  id={id}
                  name="agent"
                  label={SAMPLE.agentName}
                  defaultValue="growth-agent"
                  error={fields.agent}
                />
              )}
            </ActionForm>
          </div>
        </Wide>
      ))}
      <Specimen name={names.confirm}>
        <ConfirmAct
          act={done}
          label={SAMPLE.revokeAsk}
          title={SAMPLE.revokeTitle}
          description={SAMPLE.revokeBody}
          confirm={SAMPLE.revokeYes}
          pendingLabel={SAMPLE.revoking}
        />
      </Specimen>
      <Specimen name={names.typed}>
        <ConfirmAct
          act={refused}
          label={SAMPLE.deleteAsk}
          title={SAMPLE.deleteTitle}
          description={SAMPLE.revokeBody}
          confirm={SAMPLE.revoke}
          typeToConfirm={SAMPLE.deleteWord}
        />
      </Specimen>
      <Specimen name={names.undone}>
        <Button onClick={() => toast({ text: SAMPLE.toast, undo: () => {} })}>{SAMPLE.show}</Button>
      </Specimen>
    </Group>
  );
}

const VIEWS = [
  { value: "changed", label: SAMPLE.changed },
  { value: "all", label: SAMPLE.all },
  { value: "raw", label: SAMPLE.rawView },
] as const;

export function Floating() {
  const [view, setView] = useState<"changed" | "all" | "raw">("changed");
  const [archived, setArchived] = useState(false);
  const items = [
    { label: SAMPLE.open, icon: "link", href: "/design?opened=1" },
    { label: SAMPLE.rename, icon: "edit", keyHint: "E", disabled: true, onSelect: () => {} },
    { label: SAMPLE.archive, icon: "archive", separated: true, onSelect: () => setArchived(true) },
  ] as const;
  return (
    <Group id="floating" title={DESIGN.sections.floating}>
      <Specimen name={names.segmented}>
        <Segmented legend={SAMPLE.view} name="design-view" value={view} onChange={setView} options={VIEWS} />
      </Specimen>
      <Specimen name={names.menu}>
        <Menu label={SAMPLE.more} items={items} />
        <Menu label={SAMPLE.settings} icon="more" items={items} align="end" />
        <span role="status" className="text-sm text-fg-muted">
          {archived && SAMPLE.archive}
        </span>
      </Specimen>
      <Specimen name={names.tooltip}>
        <Tooltip text={SAMPLE.moreWords}>{SAMPLE.failureShare}</Tooltip>
        <Tooltip text={SAMPLE.moreWords}>
          <Button>{SAMPLE.outcome}</Button>
        </Tooltip>
      </Specimen>
      <Specimen name={names.panel}>
        <Button popoverTarget="design-popover">{SAMPLE.open}</Button>
        <Popover id="design-popover" label={SAMPLE.open}>
          <p className="px-2 py-1 text-sm">{SAMPLE.body}</p>
        </Popover>
      </Specimen>
      <Specimen name={names.dialogs}>
        <SampleDialog kind="dialog" label={SAMPLE.dialog} />
        <SampleDialog kind="wide" label={SAMPLE.wide} />
        <SampleDialog kind="sheet" label={SAMPLE.sheet} />
      </Specimen>
    </Group>
  );
}

function SampleDialog({ kind, label }: { kind: DialogProps["kind"]; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        kind={kind}
        title={SAMPLE.revokeTitle}
        description={SAMPLE.revokeBody}
        footer={
          <>
            <Button data-autofocus onClick={() => setOpen(false)}>
              {SAMPLE.cancel}
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {SAMPLE.revokeYes}
            </Button>
          </>
        }
      >
        <TextField id={`dialog-${kind}`} name="reason" label={SAMPLE.reason} />
      </Dialog>
    </>
  );
}
