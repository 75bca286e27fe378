import type { ReactNode } from "react";
import { Section } from "@/components/ui/page";
import { SECTIONS } from "./sections";

/** One group of parts, with its own anchor and screenshot. */
export function Group({ id, children }: { id: keyof typeof SECTIONS; children: ReactNode }) {
  return (
    <div data-specimen={id} className="bg-bg p-2">
      <Section id={id} title={SECTIONS[id]}>
        <div className="flex flex-col gap-4">{children}</div>
      </Section>
    </div>
  );
}

/** Parts in a row with a label. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <p className="text-xs text-fg-subtle">{name}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}

/** Like `Specimen`, for one part of full width. */
export function Wide({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <p className="text-xs text-fg-subtle">{name}</p>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
