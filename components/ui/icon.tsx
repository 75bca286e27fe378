import { classNames } from "./class-names";
import type { ICON_PATHS } from "./icon-paths";

export type IconName = keyof typeof ICON_PATHS;

type IconProps = {
  name: IconName;
  /** Side in px. */
  size?: 12 | 13 | 14 | 16 | 18 | 20 | 24;
  className?: string;
  label?: string;
};

/**
 * A line icon in the text's colour, from the page's `IconSprite`: no script contains the drawings.
 */
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
