"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button, type ButtonProps, IconButton } from "./button";
import { classNames } from "./class-names";
import { FLOAT, openBeside } from "./float";
import { Icon, type IconName } from "./icon";
import { Kbd } from "./kbd";
import { Link } from "./link";
import { byTyping, stepTo } from "./roving";

type MenuItem = {
  label: string;
  icon?: IconName;
  keyHint?: string;
  disabled?: boolean;
  /** The `data-key` of its shortcut. */
  dataKey?: string;
  /** A line above it: another group of actions begins. */
  separated?: boolean;
} & ({ href: string; onSelect?: undefined } | { onSelect: () => void; href?: undefined });

type MenuProps = {
  label: string;
  /** With an icon the button shows only that, and `label` is its accessible name. */
  icon?: IconName;
  items: readonly MenuItem[];
  align?: "start" | "end";
  dataKey?: string;
} & Pick<ButtonProps, "variant" | "size" | "disabled">;

/**
 * A button with a menu of actions (WAI-ARIA menu button): arrows, Home, End and typing move, Esc
 * and Tab close.
 */
export function Menu({ label, icon, items, align = "start", dataKey, ...look }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const focusAt = useRef<"first" | "last">("first");

  // Items render on open, so that a list of rows does not carry fifty menus.
  useEffect(() => {
    if (!open || !panel.current || !button.current) return;
    openBeside(panel.current, button.current, align);
    const all = itemsOf(panel.current);
    (focusAt.current === "last" ? all.at(-1) : all[0])?.focus();
  }, [open, align]);

  const show = (at: "first" | "last") => {
    focusAt.current = at;
    setOpen(true);
  };
  // Closes at once: the panel's own event comes later, and another key before it would close twice.
  const hide = () => {
    panel.current?.hidePopover();
    setOpen(false);
    button.current?.focus();
  };
  const control = {
    ref: button,
    ...look,
    "aria-haspopup": "menu",
    "aria-expanded": open,
    "aria-controls": open ? id : undefined,
    "data-key": dataKey,
    onClick: () => (open ? hide() : show("first")),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      show(event.key === "ArrowUp" ? "last" : "first");
    },
  } as const;

  return (
    <>
      {icon ? (
        <IconButton {...control} icon={icon} label={label} />
      ) : (
        <Button {...control}>
          {label}
          <Icon name="chevron-down" size={14} className="-mr-1 text-fg-subtle" />
        </Button>
      )}
      {open && (
        <div
          ref={panel}
          id={id}
          popover="auto"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          // A late event of a closed panel must not affect the next one.
          onToggle={({ newState, currentTarget }) =>
            newState === "closed" && currentTarget === panel.current && setOpen(false)
          }
          onKeyDown={(event) => menuKey(event, hide)}
          className={classNames(
            "max-h-[min(24rem,calc(100dvh-2rem))] min-w-44 max-w-80 overflow-y-auto rounded-card border bg-surface p-1 text-fg shadow-float",
            FLOAT[align],
          )}
        >
          {items.map((item) => (
            <MenuRow key={item.label} item={item} hide={hide} />
          ))}
        </div>
      )}
    </>
  );
}

const itemsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('[role="menuitem"]')];

function menuKey(event: KeyboardEvent<HTMLElement>, hide: () => void): void {
  const all = itemsOf(event.currentTarget);
  const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1;
  if (event.key === "Tab" || event.key === "Escape") {
    if (event.key === "Escape") event.preventDefault();
    event.stopPropagation();
    hide();
    return;
  }
  const names = all.map((item) => item.dataset.label ?? "");
  const next = stepTo(event.key, at, all.length) ?? byTyping(event.key, at, names);
  if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  all[next]?.focus();
}

const ROW =
  "flex min-h-(--control) w-full items-center gap-2 rounded-control px-2 text-left text-sm -outline-offset-2 hover:bg-selected " +
  "focus:bg-selected aria-disabled:bg-transparent aria-disabled:text-fg-subtle max-sm:min-h-12";

function MenuRow({ item, hide }: { item: MenuItem; hide: () => void }) {
  const words = (
    <>
      {item.icon && <Icon name={item.icon} size={14} className="text-fg-subtle" />}
      <span className="min-w-0 flex-1 wrap-anywhere">{item.label}</span>
      {item.keyHint && <Kbd>{item.keyHint}</Kbd>}
    </>
  );
  const common = {
    role: "menuitem",
    tabIndex: -1,
    "data-label": item.label,
    "data-key": item.dataKey,
    "aria-disabled": item.disabled || undefined,
    className: ROW,
  } as const;
  return (
    <>
      {item.separated && <hr className="my-1 border-border" />}
      {item.href !== undefined && !item.disabled ? (
        <Link {...common} href={item.href} onClick={hide} onKeyDown={pressBySpace}>
          {words}
        </Link>
      ) : (
        <button
          type="button"
          {...common}
          onClick={() => {
            if (item.disabled) return;
            // Focus first, so that a dialog opened by the action returns it to the menu's button.
            hide();
            item.onSelect?.();
          }}
        >
          {words}
        </button>
      )}
    </>
  );
}

/** In a menu the space bar follows a link, as Enter does. */
function pressBySpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}
