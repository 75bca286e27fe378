import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { savePreferencesAction } from "@/lib/auth/people/actions";
import type { Theme } from "@/lib/auth/people/types";
import { signOutAction } from "@/lib/auth/sign-in/actions";
import { type Administers, DESTINATIONS } from "./destinations";
import { ThemeSwitch } from "./theme-switch";

export type Viewer = { name: string; email: string; role: string; administers: Administers };

const MENU_ID = "user-menu";

/** The signed-in person, at the foot of the sidebar; opens theme and sign-out. */
export function UserMenu({ viewer, theme }: { viewer: Viewer; theme: Theme }) {
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        title={`${viewer.name}, ${viewer.role}`}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-selected rail:justify-center rail:px-0"
      >
        <Avatar name={viewer.name} />
        <span className="min-w-0 flex-1 rail:sr-only">
          <span className="block truncate text-sm font-medium">{viewer.name}</span>
          <span className="block truncate text-2xs text-fg-muted capitalize">{viewer.role}</span>
        </span>
        <Icon name="chevron-updown" size={14} className="text-fg-subtle rail:hidden" />
      </button>
      <Popover id={MENU_ID} label="Your account" className="inset-auto bottom-[60px] left-2 m-0 w-60">
        <UserPanel viewer={viewer} theme={theme} name="theme" />
      </Popover>
    </>
  );
}

/** The menu's content, for the menu and the phone's sheet. `name` separates their radio groups. */
export function UserPanel({ viewer, theme, name }: { viewer: Viewer; theme: Theme; name: string }) {
  return (
    <>
      <div className="px-2 pt-1.5 pb-2">
        <p className="truncate text-sm font-medium">{viewer.name}</p>
        <p className="truncate text-xs text-fg-subtle">{viewer.email}</p>
      </div>
      <div className="border-y border-border px-2 py-2.5">
        <ThemeSwitch theme={theme} name={name} save={savePreferencesAction} />
      </div>
      <nav aria-label="Your account" className="border-b border-border py-1">
        {ACCOUNT_LINKS.map(({ href, label, icon }) => (
          <Link
            key={href}
            href={href}
            className="flex min-h-8 items-center gap-2 rounded-control px-2 text-sm hover:bg-sunken max-lg:min-h-12"
          >
            <Icon name={icon} className="text-fg-muted" />
            {label}
          </Link>
        ))}
      </nav>
      <form action={signOutAction} className="pt-1">
        <button
          type="submit"
          className="flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-sm hover:bg-sunken max-lg:min-h-12"
        >
          <Icon name="log-out" className="text-fg-muted" />
          Sign out
        </button>
      </form>
    </>
  );
}

const ACCOUNT_LINKS = DESTINATIONS.filter(({ href }) =>
  ["/settings/profile", "/start", "/docs"].includes(href),
);

function Avatar({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0] ?? "");
  const shown = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
  return (
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-full bg-selected text-[10px] leading-none font-bold text-accent uppercase"
    >
      {shown.join("")}
    </span>
  );
}
