import { Time } from "@/components/ui/time";
import { CALLBACK } from "@/components/words/gateways";
import type { SecretDates } from "@/lib/gateways/types";

/** The secrets that sign, by their dates. */
export function SecretDatesList({ secrets }: { secrets: readonly SecretDates[] }) {
  if (secrets.length === 0) return <p className="text-sm font-medium">{CALLBACK.secretNone}</p>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {secrets.map(({ id, createdAt, endsAt }) => (
        <li key={id}>
          {`${endsAt ? CALLBACK.secretOld : CALLBACK.secretCurrent} `}
          <Time value={endsAt ?? createdAt} />
        </li>
      ))}
    </ul>
  );
}
