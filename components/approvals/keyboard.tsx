"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { KEYS } from "./copy";
import { APPROVAL_KEYS, bindingFor, type KeyBinding } from "./keys";

const KEY_NAMES: Record<string, string> = { Escape: "Esc", Enter: "↵" };

function visible(target: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-key="${target}"]`)].filter((element) =>
    element.checkVisibility(),
  );
}

function anyOf(target: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-key="${target}"]`);
}

function moveRow(step: 1 | -1): void {
  const rows = visible("row");
  const at = document.activeElement instanceof HTMLElement ? rows.indexOf(document.activeElement) : -1;
  const open = rows.findIndex((row) => row.getAttribute("aria-current") === "page");
  const from = at === -1 ? open : at;
  const next = from === -1 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1);
  rows[next]?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
}

function cycle(group: HTMLElement): void {
  const radios = [...group.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  const at = radios.findIndex((radio) => radio.checked);
  radios[(at + 1) % radios.length]?.click();
}

/** The search field stands in the filter panel, which may be closed. */
function focusIn(binding: KeyBinding): void {
  let [control] = visible(binding.target);
  if (!control && binding.target === "search") {
    visible("filter")[0]?.click();
    [control] = visible(binding.target);
  }
  control?.focus();
  control?.scrollIntoView({ block: "nearest" });
}

/** Listens for the single keys of the approvals pages and shows their sheet. */
export function ApprovalKeyboard() {
  const [sheet, setSheet] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const binding = bindingFor(event);
      if (!binding || binding.act === "native") return;
      // A verb behind More has its key too.
      const control = visible(binding.target)[0] ?? anyOf(binding.target);
      if (binding.target === "key-sheet") setSheet(true);
      else if (binding.act === "next-row") moveRow(1);
      else if (binding.act === "previous-row") moveRow(-1);
      else if (binding.act === "focus") focusIn(binding);
      else if (!control) return;
      else if (binding.act === "cycle") cycle(control);
      else control.click();
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  return (
    <Dialog open={sheet} onClose={() => setSheet(false)} title={KEYS.title} description={KEYS.note}>
      <dl className="grid grid-cols-[64px_1fr] gap-y-1.5 text-sm">
        {APPROVAL_KEYS.map((binding) => (
          <div key={binding.key} className="contents">
            <dt>
              <Kbd>{KEY_NAMES[binding.key] ?? binding.key.toUpperCase()}</Kbd>
              <span className="sr-only">{binding.key}</span>
            </dt>
            <dd>{binding.label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
