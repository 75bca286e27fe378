const NAMES = { changed: "Changed", all: "All arguments", raw: "Raw" };

/**
 * The views of the arguments as radio buttons. The panel's CSS reads the checked one, so it works
 * without scripts.
 */
export function ViewSwitch({ compared, kinds }: { compared: boolean; kinds: string | null }) {
  const choices = [
    ...(compared ? [{ value: "changed", name: NAMES.changed }] : []),
    { value: "all", name: NAMES.all },
    ...(kinds === null ? [] : [{ value: "kind", name: kinds }]),
    { value: "raw", name: NAMES.raw },
  ];
  return (
    <fieldset
      data-key="arguments-view"
      className="flex items-center rounded-control border border-border bg-surface max-sm:w-full"
    >
      <legend className="sr-only">What to show of the arguments</legend>
      {choices.map(({ value, name }, index) => (
        <label
          key={value}
          className="relative rounded-[6px] px-[9px] py-[2px] text-xs text-fg-muted hover:text-fg has-checked:bg-selected has-checked:font-bold has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-sm:flex-auto max-sm:px-1 max-sm:py-3 max-sm:text-center"
        >
          <input
            type="radio"
            name="arguments-view"
            value={value}
            defaultChecked={index === 0}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
