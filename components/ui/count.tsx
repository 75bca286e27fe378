/** A count next to a name: tabular figures, capped ("999+"). */
export function Count({ value, cap = 999 }: { value: number; cap?: number }) {
  return (
    <span className="mono tnum text-[11px] leading-4 font-medium">{value > cap ? `${cap}+` : value}</span>
  );
}
