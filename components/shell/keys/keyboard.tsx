"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { mayLeave } from "@/components/ui/draft/may-leave";
import { openedPart } from "@/components/ui/lazy-part";
import type { Administers } from "../destinations";
import { useNotedRecents } from "../palette/recents";
import { findBinding, pressedKey, type Remap } from "./binding";
import { giveUpOpening, isUsable, perform } from "./controls";
import { leaveSearch } from "./leave-search";
import { type Opened, onOpening } from "./overlays";
import { ALL_KEYS } from "./registry";

const KeySheet = openedPart(() => import("./key-sheet").then((part) => part.KeySheet));
const Palette = openedPart(() => import("../palette/palette").then((part) => part.Palette));

const SEQUENCE_MS = 1_500;

/**
 * Handles single keys, sequences and ⌘K on every page, and shows the palette and key sheet. Single
 * keys can be disabled or remapped (WCAG 2.1.4); keys with a modifier always work.
 */
export function Keyboard({
  enabled,
  remap,
  administers,
}: {
  enabled: boolean;
  remap: Remap;
  administers: Administers;
}) {
  const router = useRouter();
  useNotedRecents();
  const [open, setOpen] = useState<Opened | null>(null);
  const begun = useRef<{ key: string; at: number } | null>(null);

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      setOpen((now) => (now === "palette" ? null : "palette"));
      return;
    }
    if (leaveSearch(event)) return;
    const key = enabled ? pressedKey(event) : null;
    if (key === null) return;
    const first =
      begun.current && event.timeStamp - begun.current.at < SEQUENCE_MS ? begun.current.key : null;
    begun.current = null;
    const whole = first === null ? key : `${first} ${key}`;
    const binding = findBinding(ALL_KEYS, remap, whole, isUsable);
    if (binding === null || (binding === "begun" && event.shiftKey)) return;
    if (binding === "begun") {
      begun.current = { key: whole, at: event.timeStamp };
    } else if (binding.act === "native") return;
    else if (binding.act === "go") {
      if (mayLeave()) router.push(binding.target);
    } else if (binding.target === "key-sheet") setOpen("sheet");
    // A capital letter is a different key; Shift extends only selections.
    else if (event.shiftKey && /^[a-z]$/.test(key) && binding.target !== "select") return;
    else if (!perform(binding, { shift: event.shiftKey })) return;
    event.preventDefault();
  });

  const begins = useEffectEvent(({ target, newState }: Event & { newState?: string }) => {
    const isDialog = target instanceof HTMLDialogElement && newState === "open";
    const isChoice = target instanceof HTMLInputElement && target.matches("[data-opens-beside] :checked");
    // A new navigation cancels the pending one.
    if ((isDialog || isChoice) && giveUpOpening()) router.replace(location.href, { scroll: false });
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => pressed(event);
    const onBegin = (event: Event) => begins(event);
    document.addEventListener("keydown", onKey);
    document.addEventListener("change", onBegin);
    // It does not bubble.
    document.addEventListener("toggle", onBegin, { capture: true });
    const stop = onOpening(setOpen);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("change", onBegin);
      document.removeEventListener("toggle", onBegin, { capture: true });
      stop();
    };
  }, []);

  const close = () => setOpen(null);
  if (open === null) return null;
  return open === "sheet" ? (
    <KeySheet enabled={enabled} remap={remap} onClose={close} />
  ) : (
    <Palette administers={administers} remap={enabled ? remap : null} onClose={close} />
  );
}

function isPaletteKey(event: KeyboardEvent): boolean {
  return (
    event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey
  );
}
