import type { ReactNode } from "react";
import { BrandMark } from "./brand";

/** A page that says one thing and what to do about it. */
export function Notice({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <main className="mx-auto flex min-h-[80dvh] w-full max-w-[30rem] flex-col justify-center px-6 py-12">
      <BrandMark size={32} />
      <h1 className="mt-6 text-xl tracking-[-0.012em] text-balance">{title}</h1>
      <div className="mt-2 text-fg-muted">{children}</div>
      {action && <div className="mt-6">{action}</div>}
    </main>
  );
}
