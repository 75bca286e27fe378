import { Kbd } from "@/components/ui/kbd";
import { keyNames } from "./binding";

export function Keys({ of }: { of: string }) {
  const names = keyNames(of);
  if (names.length === 0) return <span className="text-fg-subtle">none</span>;
  return (
    <span className="inline-flex items-center gap-1">
      {names.map((name, index) => (
        <span key={name + String(index)} className="inline-flex items-center gap-1">
          {index > 0 && <span className="text-2xs text-fg-subtle">then</span>}
          <Kbd>{name}</Kbd>
          <span className="sr-only">{name}</span>
        </span>
      ))}
    </span>
  );
}
