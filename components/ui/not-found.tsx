import type { ReactNode } from "react";
import { ButtonLink } from "./button-link";
import { EmptyState } from "./empty-state";
import { Page } from "./page";

/** The 404 page of an item, with a link to its list. */
export function NotFound({
  title,
  back,
  children,
}: {
  title: string;
  back: { href: string; label: string };
  children: ReactNode;
}) {
  const link = (
    <ButtonLink href={back.href} data-key="back">
      {back.label}
    </ButtonLink>
  );
  return (
    <Page>
      <EmptyState heading icon="search" title={title} action={link}>
        {children}
      </EmptyState>
    </Page>
  );
}
