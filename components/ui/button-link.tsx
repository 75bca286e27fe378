import type { ComponentProps } from "react";
import { ButtonFace, type ButtonWords } from "./button-face";
import { buttonLinkLook } from "./button-look";
import { Link } from "./link";

/** A link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({
  variant,
  size,
  icon,
  keyHint,
  className,
  children,
  ...rest
}: ButtonWords & ComponentProps<typeof Link>) {
  return (
    <Link className={buttonLinkLook(variant, size, className)} {...rest}>
      <ButtonFace icon={icon} keyHint={keyHint} variant={variant}>
        {children}
      </ButtonFace>
    </Link>
  );
}
