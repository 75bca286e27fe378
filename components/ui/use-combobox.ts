"use client";

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import {
  type ComboboxOption,
  type ComboboxProps,
  chosenAfter,
  matching,
  withTyped,
} from "./combobox-options";
import { openBeside } from "./float";
import { stepTo } from "./roving";

const asList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined || value === "" ? [] : typeof value === "string" ? [value] : value;

type View = { typed: string | null; active: number; open: boolean };
const CLOSED: View = { typed: null, active: -1, open: false };

/** State and actions of a combobox: selection, typed text, active option. */
export function useCombobox(props: ComboboxProps) {
  const { multiple = false, free } = props;
  const { chosen, change, reset } = useChosen(props);
  const [view, setView] = useState(CLOSED);
  const { shown, settled } = offered(props, chosen, view.typed ?? "");
  const isShown = view.open && !(free && shown.length === 0);
  const refs = useElements(isShown, chosen, reset);
  const { input, panel } = refs;

  const show = () => {
    if (view.open || props.disabled) return;
    const active = multiple ? -1 : shown.findIndex(({ value }) => value === chosen[0]);
    setView({ ...view, active, open: true });
  };
  const close = () => {
    if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
    setView(multiple && free ? { ...CLOSED, typed: view.typed } : CLOSED);
  };
  const choose = (option: ComboboxOption) => {
    change(option.isTyped ? joined(settled, [option.value]) : chosenAfter(settled, option.value, multiple));
    if (multiple) setView({ ...view, typed: null });
    else close();
    input.current?.focus();
  };
  const remove = (value: string) => {
    change([...settled.filter((other) => other !== value), ...chosen.slice(settled.length)]);
    input.current?.focus();
  };
  const type = (text: string) => {
    // A person who types one value means it as it is; the arrows lead into the list.
    setView({ typed: text, active: text === "" || (free && !multiple) ? -1 : 0, open: true });
    if (free) change(multiple ? [...settled, text.trim()].filter(Boolean) : [text]);
    else if (text === "" && !multiple) change([]);
  };
  const paste = (text: string): boolean => {
    const lines = multiple && free ? linesOf(text) : [];
    if (lines.length < 2) return false;
    setView({ ...view, typed: null });
    change(joined(settled, lines));
    return true;
  };
  const state = { ...view, chosen, settled, shown, isShown };
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const emptied = multiple && !view.typed ? () => change(chosen.slice(0, -1)) : null;
    const goTo = (active: number) => setView({ ...view, active });
    act(event, { ...state, goTo, show, close, choose, emptied, isFree: free !== undefined });
  };
  return { state, refs, show, close, choose, remove, type, paste, pressed };
}

/** The elements of a combobox, its panel next to it; as part of a form it behaves as a native control. */
function useElements(isShown: boolean, chosen: readonly string[], reset: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown && panel.current && box.current) openBeside(panel.current, box.current, "start");
  }, [isShown]);
  useFormReset(input, reset);
  useChangeEvent(box, chosen.join("\n"));
  return { box, input, panel };
}

/** The options for a typed text, and the values without it: it is the last one, and no chip yet. */
function offered({ options, multiple, free }: ComboboxProps, chosen: readonly string[], typed: string) {
  if (!multiple || !free) return { shown: matching(options, typed), settled: chosen };
  return {
    shown: withTyped(options, typed, free),
    settled: typed.trim() === "" ? chosen : chosen.slice(0, -1),
  };
}

const joined = (some: readonly string[], others: readonly string[]) => [...new Set([...some, ...others])];

/** Several lines that are pasted are several values. */
const linesOf = (text: string) => text.split(/\r?\n/).flatMap((line) => line.trim() || []);

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
  isShown: boolean;
  active: number;
  shown: readonly ComboboxOption[];
  goTo: (index: number) => void;
  show: () => void;
  close: () => void;
  choose: (option: ComboboxOption) => void;
  /** Called on Backspace in the empty field. */
  emptied: (() => void) | null;
  isFree: boolean;
};

/** Home and End stay with the text, arrows move among the options. */
function act(event: KeyboardEvent, reach: Reach): void {
  const { key, altKey } = event;
  const { isShown, active, shown } = reach;
  const next = altKey || key === "Home" || key === "End" ? null : stepTo(key, active, shown.length);
  const current = shown[active];
  if (next !== null && isShown) reach.goTo(next);
  else if (next !== null || (key === "ArrowDown" && altKey)) reach.show();
  else if (key === "Enter" && isShown) {
    if (current) reach.choose(current);
    else if (reach.isFree) reach.close();
  } else if (key === "Escape" && isShown) {
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
