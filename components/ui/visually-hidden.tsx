import type { ReactNode } from "react";

/** Spoken, not shown. `live` announces changes of its text. */
export function VisuallyHidden({ children, live }: { children: ReactNode; live?: "polite" | "assertive" }) {
  return (
    <span
      className="sr-only"
      {...(live ? { "aria-live": live, role: live === "polite" ? "status" : "alert" } : {})}
    >
      {children}
    </span>
  );
}
