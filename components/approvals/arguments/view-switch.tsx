const CHOICES = { changed: "Changed", all: "All arguments", raw: "Raw" };
type Choice = keyof typeof CHOICES;

/**
 * Changed, All or Raw as radio buttons. The panel's CSS reads the checked one, so it works without
 * scripts.
 */
export function ViewSwitch({ initial, compared }: { initial: Choice; compared: boolean }) {
  const choices: Choice[] = compared ? ["changed", "all", "raw"] : ["all", "raw"];
  return (
    <fieldset
      data-key="arguments-view"
      className="flex items-center rounded-control border border-border bg-surface max-sm:w-full"
    >
      <legend className="sr-only">What to show of the arguments</legend>
      {choices.map((choice) => (
        <label
          key={choice}
          className="relative rounded-[6px] px-[9px] py-[2px] text-xs text-fg-muted hover:text-fg has-checked:bg-selected has-checked:font-bold has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-sm:flex-1 max-sm:py-3 max-sm:text-center"
        >
          <input
            type="radio"
            name="arguments-view"
            value={choice}
            defaultChecked={choice === initial}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {CHOICES[choice]}
        </label>
      ))}
    </fieldset>
  );
}
