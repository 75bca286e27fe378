"use client";

import { useId } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { describe, Input, Select, Textarea } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { FormField } from "@/lib/arguments/types";
import { begun, type Draft, type Drafts, shownOf } from "./draft";

type FieldsProps = {
  /** Whether the tool publishes a schema. */
  defined: boolean;
  fields: readonly FormField[];
  drafts: Drafts;
  faults: ReadonlySet<string>;
  onDraft: (field: FormField, draft: Draft) => void;
};

const WRONG: Record<FormField["kind"], string> = {
  string: "Type some text.",
  integer: "Type a whole number, digits only.",
  number: "Type a number, for example 12 or 0.5.",
  boolean: "Choose true or false.",
  enum: "Choose one of the values.",
  list: "One of the items is not valid.",
  object: "One of its fields is not valid.",
  json: "This is not valid JSON.",
};

/** One control per argument, by its kind in the tool's schema. */
export function EditFields({ fields, ...rest }: FieldsProps) {
  return fields.map((field) => <OneField key={field.pointer} field={field} {...rest} />);
}

function OneField({
  field,
  defined,
  drafts,
  faults,
  onDraft,
}: Omit<FieldsProps, "fields"> & { field: FormField }) {
  const standing = field.described
    ? field.required
      ? "required"
      : "optional"
    : "not in the tool’s definition";
  const said = [defined && standing, field.kind === "json" && "as JSON"].filter(Boolean);
  const id = useId();
  const shown = shownOf(field, drafts);
  const fault = faults.has(field.pointer) ? WRONG[field.kind] : null;
  const group = field.kind === "object" || field.kind === "list";
  const Label = group ? "span" : "label";
  return (
    <div
      {...(group ? { role: "group", "aria-labelledby": `${id}-name` } : {})}
      className="flex flex-col gap-1"
    >
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Label
          id={`${id}-name`}
          {...(group ? {} : { htmlFor: id })}
          className="mono font-bold text-sm wrap-anywhere"
        >
          <Untrusted>{field.name}</Untrusted>
        </Label>
        <span className="text-fg-subtle text-xs">{said.join(" · ")}</span>
        <span className="grow" />
        <States field={field} shown={shown} onDraft={onDraft} />
      </div>
      {field.description ? (
        <p id={`${id}-hint`} className="text-fg-muted text-xs wrap-anywhere">
          <Untrusted>{field.description}</Untrusted>
        </p>
      ) : null}
      {shown.to === "absent" ? <p className="text-fg-muted text-sm italic">left out</p> : null}
      {shown.to === "null" ? <p className="mono text-fg-muted text-sm">null</p> : null}
      {shown.to === "items" ? <Items field={field} items={shown.items} onDraft={onDraft} /> : null}
      {shown.to === "text" && field.kind === "object" ? (
        <div className="flex flex-col gap-3 border-border border-l-2 pl-3">
          <EditFields
            fields={field.children}
            defined={defined}
            drafts={drafts}
            faults={faults}
            onDraft={onDraft}
          />
        </div>
      ) : null}
      {shown.to === "text" && field.kind !== "object" ? (
        <Control id={id} field={field} text={shown.text} fault={fault} onDraft={onDraft} />
      ) : null}
      {fault ? (
        <p id={`${id}-error`} className="text-risk-high text-xs">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

/** Absent, null and a value differ. Each can be chosen where the schema allows it. */
function States({
  field,
  shown,
  onDraft,
}: {
  field: FormField;
  shown: Draft;
  onDraft: FieldsProps["onDraft"];
}) {
  const name = field.name;
  return (
    <span className="inline-flex gap-1 max-md:[&>button]:min-h-12">
      {shown.to === "absent" || shown.to === "null" ? (
        <Button size="sm" aria-label={`Add: ${name}`} onClick={() => onDraft(field, begun(field))}>
          Add
        </Button>
      ) : null}
      {field.nullable && shown.to !== "null" ? (
        <Button size="sm" aria-label={`Null: ${name}`} onClick={() => onDraft(field, { to: "null" })}>
          Null
        </Button>
      ) : null}
      {!field.required && shown.to !== "absent" ? (
        <Button size="sm" aria-label={`Leave out: ${name}`} onClick={() => onDraft(field, { to: "absent" })}>
          Leave out
        </Button>
      ) : null}
    </span>
  );
}

const LONG_CHARS = 60;

function Control({
  id,
  field,
  text,
  fault,
  onDraft,
}: {
  id: string;
  field: FormField;
  text: string;
  fault: string | null;
  onDraft: FieldsProps["onDraft"];
}) {
  const common = {
    ...describe(id, { error: fault, hint: field.description }),
    value: text,
    onChange: (event: { target: { value: string } }) =>
      onDraft(field, { to: "text", text: event.target.value }),
  };
  if (field.kind === "boolean" || field.kind === "enum") {
    const options = field.kind === "boolean" ? ["true", "false"] : field.options;
    const all = options.includes(text) ? options : [text, ...options];
    return (
      <Select {...common}>
        {all.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    );
  }
  if (field.kind === "json" || text.length > LONG_CHARS || text.includes("\n"))
    return <Textarea {...common} rows={4} spellCheck={false} autoCapitalize="off" className="mono" />;
  return (
    <Input
      {...common}
      inputMode={field.kind === "integer" ? "numeric" : field.kind === "number" ? "decimal" : "text"}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className="mono"
    />
  );
}

function Items({
  field,
  items,
  onDraft,
}: {
  field: FormField;
  items: readonly { text: string; literal: string | null }[];
  onDraft: FieldsProps["onDraft"];
}) {
  const change = (next: readonly { text: string; literal: string | null }[]) =>
    onDraft(field, { to: "items", items: next });
  return (
    <ul className="flex flex-col gap-1.5">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their place distinguishes items
        <li key={index} className="flex items-center gap-1.5">
          <Input
            aria-label={`${field.name}, item ${index + 1}`}
            value={item.text}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="mono"
            onChange={(event) =>
              change(
                items.map((one, at) => (at === index ? { text: event.target.value, literal: null } : one)),
              )
            }
          />
          <IconButton
            icon="x"
            label={`Remove item ${index + 1}`}
            className="max-md:size-12"
            onClick={() => change(items.filter((_, at) => at !== index))}
          />
        </li>
      ))}
      <li>
        <Button
          size="sm"
          icon="plus"
          className="max-md:min-h-12"
          onClick={() => change([...items, { text: "", literal: null }])}
        >
          Add an item
        </Button>
      </li>
    </ul>
  );
}
