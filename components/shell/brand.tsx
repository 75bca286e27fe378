import { classNames } from "@/components/ui/class-names";
import { PRODUCT } from "@/components/words/product";

/** The mark: a C that closes on a tick. */
export function BrandMark({ size = 20 }: { size?: 20 | 32 }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden className="shrink-0">
      <rect width="20" height="20" rx="5" fill="var(--accent)" />
      <path
        d="M13.9 7.3a4.6 4.6 0 1 0 .3 5"
        fill="none"
        stroke="var(--accent-fg)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="m8.2 10.2 1.7 1.7 4.6-4.8"
        fill="none"
        stroke="var(--accent-fg)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Brand({ className }: { className?: string }) {
  return (
    <span className={classNames("flex items-center gap-2 font-bold", className)}>
      <BrandMark />
      <span className="lg:rail:sr-only">{PRODUCT}</span>
    </span>
  );
}
