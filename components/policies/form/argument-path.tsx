import { Combobox } from "@/components/ui/combobox";
import { counted } from "@/components/words/counts";
import type { ArgumentOffer } from "@/lib/policies/offers";
import type { Offers } from "./use-offers";

const NO_HINT = () => undefined;

/** The path of an argument: one that the chosen tools take, or any other as typed. */
export function ArgumentPath({
  offers: { paths },
  ...field
}: {
  name: string;
  label: string;
  hint: string;
  value: string;
  onChange: (path: string) => void;
  error?: string | undefined;
  offers: Offers;
}) {
  const options = paths.arguments.map((one) => ({
    value: one.path,
    label: one.path,
    hint: hintOf(one, paths.tools),
  }));
  return <Combobox {...field} error={field.error ?? null} options={options} free={NO_HINT} mono />;
}

/** "A number · in 2 of 3 tools · In cents." */
function hintOf({ types, description, tools }: ArgumentOffer, all: number): string {
  const said = types === "" ? "any type" : types;
  const some = tools === all ? "" : `in ${tools.toLocaleString("en")} of ${counted(all, "tool")}`;
  return [`${said.charAt(0).toUpperCase()}${said.slice(1)}`, some, description].filter(Boolean).join(" · ");
}
