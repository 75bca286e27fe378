import { classNames } from "./class-names";
import type { ICON_PATHS } from "./icon-paths";

export type IconName = keyof typeof ICON_PATHS;

type IconProps = {
  name: IconName;
  /** Side in px. */
  size?: 12 | 13 | 14 | 16 | 18 | 20 | 24;
  className?: string;
  /** Spoken name; without one the icon is decoration and hidden from assistive technology. */
  label?: string;
};

/** A line icon in the text's colour, out of the page's `IconSprite`: no script holds the drawings. */
export function Icon({ name, size = 16, className, label }: IconProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a title would also show as a tooltip; aria-label names it
    <svg
      width={size}
      height={size}
      className={classNames("icon", className)}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <use href={`#icon-${name}`} />
    </svg>
  );
}
