import { Time } from "@/components/ui/time";
import type { SecretDates } from "@/lib/gateways/types";

/** The signing secrets by date. */
export function SecretDatesList({ secrets }: { secrets: readonly SecretDates[] }) {
  if (secrets.length === 0)
    return (
      <p className="text-sm font-medium">There is none, so Countersign cannot send callbacks. Make one.</p>
    );
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {secrets.map(({ id, createdAt, endsAt }) => (
        <li key={id}>
          {endsAt ? "The previous one also signs until" : "Current, made"}{" "}
          <Time value={endsAt ?? createdAt} />
        </li>
      ))}
    </ul>
  );
}
