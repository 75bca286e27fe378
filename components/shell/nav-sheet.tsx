"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** The navigation on narrow screens: a button that opens it as a sheet. Going somewhere closes it. */
export function NavSheet({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const place = `${usePathname()}?${useSearchParams()}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what closes it
  useEffect(() => setOpen(false), [place]);

  return (
    <>
      <IconButton icon="menu" label="Menu" size="lg" aria-expanded={open} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={() => setOpen(false)} title="Menu" kind="sheet">
        {children}
      </Dialog>
    </>
  );
}
