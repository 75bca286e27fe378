import type { ReactNode } from "react";

/** For screen readers only. `live` announces changes. */
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
