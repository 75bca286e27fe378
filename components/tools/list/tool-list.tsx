"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { useLive } from "@/components/shell/live/use-live";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { Card } from "@/components/ui/page";
import type { RiskWord } from "@/lib/core/risk";
import type { ListedTool } from "./catalogue-row";
import { COLUMNS } from "./columns";
import { RatingBar } from "./rating-bar";
import { useRatings } from "./use-ratings";

type ToolListProps = {
  tools: ListedTool[];
  /** The tenant of the rating; null for all. */
  tenantId: string | null;
  who: string;
  mayRate: boolean;
  empty: ReactNode;
  pages: ReactNode;
  /** Shown below the rows if there are too many to page through. */
  tooMany?: string;
};

/** The catalogue as a table, with a bar that rates the selection. */
export function ToolList({ tools, tenantId, who, mayRate, empty, pages, tooMany }: ToolListProps) {
  "use no memo";
  const ratings = useRatings(tools, tenantId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const table = useRef<HTMLDivElement>(null);
  const { rows } = ratings;
  const here = rows.find(({ id }) => id === current);
  const marked = rows.filter(({ id }) => selected.has(id));
  const targets = marked.length > 0 ? marked : here ? [here] : [];

  const toCurrent = () =>
    table.current?.querySelector<HTMLElement>(`[data-row="${current}"] [data-key="row"]`)?.focus();
  const apply = async () => {
    if (await ratings.apply()) {
      setSelected(new Set());
      toCurrent();
    }
  };
  return (
    <>
      <ChangedElsewhere own={ratings.own} busy={ratings.pending} shown={tools} />
      <Card flush>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which row has the focus */}
        <div
          ref={table}
          onFocus={(event) => {
            const row = event.target.closest("[data-row]");
            if (row) setCurrent(row.getAttribute("data-row"));
          }}
        >
          <DataTable
            caption="Tools with their ratings"
            columns={COLUMNS}
            columnChoice="tools"
            selection={
              mayRate
                ? { selected, onChange: setSelected, label: ({ provider, name }) => `${provider}/${name}` }
                : undefined
            }
            rows={rows}
            rowId={(row) => row.id}
            empty={empty}
            tooMany={tooMany}
          />
        </div>
        {pages}
      </Card>
      {mayRate && rows.length > 0 && (
        <RatingBar
          ratings={{
            ...ratings,
            drop: () => {
              ratings.drop();
              toCurrent();
            },
          }}
          selected={marked.length}
          ready={targets.length > 0}
          who={who}
          onRate={(risk: RiskWord | null) => ratings.choose(targets, risk)}
          onApply={() => void apply()}
        />
      )}
    </>
  );
}

/** Reports tools that others changed; the list moves only on request. */
function ChangedElsewhere({
  own,
  busy,
  shown,
}: {
  own: ReadonlySet<string>;
  busy: boolean;
  shown: readonly ListedTool[];
}) {
  const router = useRouter();
  const [news, setNews] = useState<readonly ListedTool[] | null>(null);
  useLive(["tool"], (event) => {
    if (!busy && (event === null || !own.has(event.id))) setNews(shown);
  });
  // A refreshed list has no news.
  if (news !== shown) return null;
  return (
    <Banner
      role="status"
      icon="users"
      action={
        <Button size="sm" data-key="new-rows" onClick={() => router.refresh()}>
          Show the changes
        </Button>
      }
    >
      Tools have changed since this list was read.
    </Banner>
  );
}
