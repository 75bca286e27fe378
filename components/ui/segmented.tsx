import { classNames } from "./class-names";

type SegmentedProps<T extends string> = {
  legend: string;
  name: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string }[];
  className?: string;
  "data-key"?: string;
};

/** One of a few views of the same thing: native radio buttons in a row. For client components. */
export function Segmented<T extends string>({
  legend,
  name,
  value,
  onChange,
  options,
  className,
  ...data
}: SegmentedProps<T>) {
  return (
    <fieldset
      className={classNames("inline-flex rounded-control border border-border bg-surface", className)}
      {...data}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-6 items-center justify-center rounded-[6px] px-2.5 text-xs text-fg-muted select-none hover:text-fg has-checked:bg-selected has-checked:font-medium has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:min-h-12 max-sm:flex-1"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
