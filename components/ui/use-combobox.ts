"use client";

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type ComboboxOption, type ComboboxProps, chosenAfter, matching } from "./combobox-options";
import { openBeside } from "./float";
import { stepTo } from "./roving";

const asList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined || value === "" ? [] : typeof value === "string" ? [value] : value;

type View = { typed: string | null; active: number; open: boolean };
const CLOSED: View = { typed: null, active: -1, open: false };

/** State and actions of a combobox: selection, typed text, active option. */
export function useCombobox(props: ComboboxProps) {
  const { options, multiple = false } = props;
  const { chosen, change, reset } = useChosen(props);
  const [view, setView] = useState(CLOSED);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const shown = matching(options, view.typed ?? "");

  useEffect(() => {
    if (view.open && panel.current && box.current) openBeside(panel.current, box.current, "start");
  }, [view.open]);
  useFormReset(input, reset);
  useChangeEvent(box, chosen.join("\n"));

  const show = () => {
    if (view.open || props.disabled) return;
    const active = multiple ? -1 : shown.findIndex((option) => option.value === chosen[0]);
    setView({ ...view, active, open: true });
  };
  const close = () => {
    if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
    setView(CLOSED);
  };
  const choose = (option: ComboboxOption) => {
    change(chosenAfter(chosen, option.value, multiple));
    if (multiple) setView({ ...view, typed: null });
    else close();
    input.current?.focus();
  };
  const remove = (value: string) => {
    change(chosen.filter((other) => other !== value));
    input.current?.focus();
  };
  const type = (text: string) => {
    setView({ typed: text, active: text === "" ? -1 : 0, open: true });
    if (text === "" && !multiple) change([]);
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const emptied = multiple && !view.typed ? () => change(chosen.slice(0, -1)) : null;
    const goTo = (active: number) => setView({ ...view, active });
    act(event, { ...view, shown, goTo, show, close, choose, emptied });
  };
  return { chosen, view, shown, refs: { box, input, panel }, show, close, choose, remove, type, pressed };
}

/** The selection: kept here, or by the parent that passes `value`. */
function useChosen(props: ComboboxProps) {
  const [kept, setKept] = useState(() => asList(props.defaultValue));
  const change = (next: readonly string[]) => {
    setKept(next);
    if (props.multiple) props.onChange?.([...next]);
    else props.onChange?.(next[0] ?? "");
  };
  const chosen = props.value === undefined ? kept : asList(props.value);
  return { chosen, change, reset: () => setKept(asList(props.defaultValue)) };
}

type Reach = {
  open: boolean;
  active: number;
  shown: readonly ComboboxOption[];
  goTo: (index: number) => void;
  show: () => void;
  close: () => void;
  choose: (option: ComboboxOption) => void;
  /** Called on Backspace in the empty field. */
  emptied: (() => void) | null;
};

/** Home and End stay with the text, arrows move among the options. */
function act(event: KeyboardEvent, reach: Reach): void {
  const { key, altKey } = event;
  const { open, active, shown } = reach;
  const next = altKey || key === "Home" || key === "End" ? null : stepTo(key, active, shown.length);
  const current = shown[active];
  if (next !== null && open) reach.goTo(next);
  else if (next !== null || (key === "ArrowDown" && altKey)) reach.show();
  else if (key === "Enter" && open) {
    if (current) reach.choose(current);
  } else if (key === "Escape" && open) {
    // Closes only this; a surrounding dialog stays open.
    event.stopPropagation();
    reach.close();
  } else {
    if (key === "Backspace") reach.emptied?.();
    return;
  }
  event.preventDefault();
}

/** Resetting the form restores the initial selection. */
function useFormReset(input: RefObject<HTMLInputElement | null>, reset: () => void): void {
  const latest = useRef(reset);
  latest.current = reset;
  useEffect(() => {
    const form = input.current?.form;
    const run = () => latest.current();
    form?.addEventListener("reset", run);
    return () => form?.removeEventListener("reset", run);
  }, [input]);
}

/** Fires a change event in the form, as a native control would; filter forms react to it. */
function useChangeEvent(box: RefObject<HTMLElement | null>, value: string): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    const told = box.current?.querySelector('input[type="hidden"]') ?? box.current;
    told?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [box, value]);
}
