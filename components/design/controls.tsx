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
import type { ActResult } from "@/components/ui/use-act";
import { BODY, OPTIONS, REVOKE_BODY } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const done = async (): Promise<ActResult> => ({ ok: true });
const refused = async (): Promise<ActResult> => ({
  ok: false,
  code: "conflict",
  message: "Nothing was saved: the name is taken.",
  requestId: "req_8Kx2mQ",
  fields: { agent: "Another agent has this name." },
});

export function Choices() {
  return (
    <Group id="choices">
      <Wide name="One">
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <Combobox name="c1" label="Tool" options={OPTIONS} placeholder="Any tool" />
          <Combobox
            name="c2"
            label="Tool"
            options={OPTIONS}
            defaultValue="stripe/create_refund"
            error="This tool is no longer registered."
          />
          <Combobox name="c3" label="Tool" options={OPTIONS} defaultValue={OPTIONS[0]?.value} disabled />
        </div>
      </Wide>
      <Wide name="Several">
        <div className="max-w-sm">
          <Combobox
            name="c4"
            label="Tools"
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
    <Group id="forms">
      <Wide name="Filters">
        <FilterForm action="/design" label="Filter tools">
          <SearchField label="Search tools" placeholder="Search tools" />
          <SelectField id="filter-tenant" name="tenant" label="Tenant">
            <option value="">All arguments</option>
            <option>acme</option>
          </SelectField>
        </FilterForm>
      </Wide>
      {[
        { name: "Saves", id: "form-saved", action: done },
        { name: "Is refused", id: "form-refused", action: refused },
      ].map(({ name, id, action }) => (
        <Wide key={id} name={name}>
          <div className="max-w-sm">
            <ActionForm
              action={action}
              label={name}
              read={(data) => ({ agent: String(data.get("agent")) })}
              submit="Save"
              pendingLabel="Saving…"
              done="Saved"
            >
              {(fields) => (
                <TextField
                  id={id}
                  name="agent"
                  label="Agent’s name"
                  defaultValue="growth-agent"
                  error={fields.agent}
                />
              )}
            </ActionForm>
          </div>
        </Wide>
      ))}
      <Specimen name="Has consequences">
        <ConfirmAct
          act={done}
          label="Revoke…"
          title="Revoke the key?"
          description={REVOKE_BODY}
          confirm="Revoke the key"
          pendingLabel="Revoking…"
        />
      </Specimen>
      <Specimen name="Typed first">
        <ConfirmAct
          act={refused}
          label="Delete the tenant…"
          title="Delete the tenant acme?"
          description={REVOKE_BODY}
          confirm="Revoke"
          typeToConfirm="acme"
        />
      </Specimen>
      <Specimen name="Can be undone">
        <Button onClick={() => toast({ text: "Snoozed until 16:00", undo: () => {} })}>Show a message</Button>
      </Specimen>
    </Group>
  );
}

const VIEWS = [
  { value: "changed", label: "Changed" },
  { value: "all", label: "All arguments" },
  { value: "raw", label: "Raw" },
] as const;

export function Floating() {
  const [view, setView] = useState<"changed" | "all" | "raw">("changed");
  const [archived, setArchived] = useState(false);
  const items = [
    { label: "Open", icon: "link", href: "/design?opened=1" },
    { label: "Rename…", icon: "edit", keyHint: "E", disabled: true, onSelect: () => {} },
    { label: "Archive", icon: "archive", separated: true, onSelect: () => setArchived(true) },
  ] as const;
  return (
    <Group id="floating">
      <Specimen name="Views of a thing">
        <Segmented legend="View" name="design-view" value={view} onChange={setView} options={VIEWS} />
      </Specimen>
      <Specimen name="Menus">
        <Menu label="More" items={items} />
        <Menu label="Settings" icon="more" items={items} align="end" />
        <span role="status" className="text-sm text-fg-muted">
          {archived && "Archive"}
        </span>
      </Specimen>
      <Specimen name="A panel">
        <Button popoverTarget="design-popover">Open</Button>
        <Popover id="design-popover" label="Open">
          <p className="px-2 py-1 text-sm">{BODY}</p>
        </Popover>
      </Specimen>
      <Specimen name="Dialogs">
        <SampleDialog kind="dialog" label="Dialog" />
        <SampleDialog kind="wide" label="Wide dialog" />
        <SampleDialog kind="sheet" label="Sheet" />
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
        title="Revoke the key?"
        description={REVOKE_BODY}
        footer={
          <>
            <Button data-autofocus onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Revoke the key
            </Button>
          </>
        }
      >
        <TextField id={`dialog-${kind}`} name="reason" label="Reason" />
      </Dialog>
    </>
  );
}
