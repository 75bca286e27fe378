import type { ReactNode } from "react";
import { BrandMark } from "@/components/shell/brand";
import { PRODUCT } from "@/components/words/product";

/** The frame of pages before sign-in. */
export function AuthCard({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[23.5rem] flex-col justify-center px-5 py-10 sm:px-0">
      <div className="flex items-center gap-2.5">
        <BrandMark size={32} />
        <span className="text-lg font-bold">{PRODUCT}</span>
      </div>
      <h1 className="mt-8 text-2xl tracking-[-0.017em] text-balance">{title}</h1>
      {lead && <p className="mt-1 text-fg-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </main>
  );
}
