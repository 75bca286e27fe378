import { Untrusted } from "@/components/ui/text/untrusted";
import type { PolicyWarning } from "@/lib/policies/types";

// A longer list is unreadable here.
const WARNINGS_SHOWN = 5;

/** Likely mistakes in a policy: unknown names, or too few people who may decide. */
export function Warnings({ of }: { of: readonly PolicyWarning[] }) {
  if (of.length === 0) return null;
  return (
    <ul
      aria-label="Warnings"
      className="flex flex-col gap-1 self-start rounded-control border border-border-strong bg-sunken px-2.5 py-1.5 font-medium text-fg text-sm wrap-anywhere"
    >
      {of.slice(0, WARNINGS_SHOWN).map(({ pointer, message }) => (
        <li key={pointer}>
          <Untrusted>{message}</Untrusted>
        </li>
      ))}
      {of.length > WARNINGS_SHOWN ? <li>{`And ${of.length - WARNINGS_SHOWN} more like these.`}</li> : null}
    </ul>
  );
}
