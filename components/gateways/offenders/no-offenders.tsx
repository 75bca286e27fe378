import { Link } from "@/components/ui/link";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { type OffenderFilter, offenderList } from "@/lib/intake/offenders/list";

const RESOLVED = {
  icon: "message",
  title: "No caller is resolved",
  text: "A caller that left its rationale out is listed here from its next call with a rationale.",
} as const;

/** Why there are no callers. */
export function NoOffenders({ filter }: { filter: OffenderFilter }) {
  const text = (
    <>
      An agent that calls a tool without a rationale of 10 to 500 characters is listed here with its gateway
      until it sends one.{" "}
      {filter.view !== "all" && (
        <>
          Those that send one now are under{" "}
          <Link href={offenderList.link({ view: "resolved" })} className="text-accent hover:underline">
            Resolved
          </Link>
          .
        </>
      )}
    </>
  );
  return (
    <ListEmpty
      filtered={offenderList.isNarrowed(filter) || filter.cursor !== undefined}
      match={{ title: "No caller matches", text: "No caller in this view matches these filters." }}
      none={
        filter.view === "resolved"
          ? RESOLVED
          : { icon: "check", title: "No caller leaves its rationale out", text }
      }
      clear={{ href: offenderList.link({ view: filter.view }), label: "Clear the filters" }}
    />
  );
}
