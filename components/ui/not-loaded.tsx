import { useState } from "react";
import { buttonLook } from "./button-look";

/** Shown after a press whose part failed to load. */
export function NotLoaded({ again, onClose }: { again: () => void; onClose?: () => void }) {
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  const close = () => {
    setClosed(true);
    onClose?.();
  };
  return (
    <div
      role="alert"
      className="fixed inset-x-2 bottom-2 z-50 mx-auto flex w-fit max-w-120 flex-wrap items-center gap-2 rounded-card border border-border bg-surface p-3 text-sm shadow-float"
    >
      <p>This could not be loaded. Try again, or reload the page.</p>
      <button type="button" className={buttonLook("outline", "sm")} onClick={again}>
        Try again
      </button>
      <button type="button" className={buttonLook("ghost", "sm")} onClick={close}>
        Close
      </button>
    </div>
  );
}
