import { classNames } from "./class-names";
import { initialsOf } from "./initials";

const SIZES = { sm: "size-5 text-[9.5px]", md: "size-7 text-2xs" };

/** A person's initials. Decorative: the name is next to it. */
export function Avatar({ name, size = "md" }: { name: string; size?: "sm" | "md" }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "inline-flex shrink-0 items-center justify-center rounded-full border border-border bg-selected leading-none font-medium text-fg-muted select-none",
        SIZES[size],
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
