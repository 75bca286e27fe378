import { TextField } from "@/components/ui/field";
import { useViewerClock } from "@/components/ui/viewer-clock";

type Props = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** A day and a time in the viewer's zone. */
export function MomentField({ name, label, value, onChange, error }: Props) {
  const { zone } = useViewerClock();
  return (
    <TextField
      type="datetime-local"
      name={name}
      label={`${label} (${zone})`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  );
}
