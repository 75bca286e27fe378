import type { ComboboxOption } from "@/components/ui/combobox-options";

// Some browsers list zones by outdated names. People search for current names.
const TODAY: Record<string, string> = {
  "America/Buenos_Aires": "Argentina",
  "America/Godthab": "Nuuk",
  "Asia/Calcutta": "Kolkata, Mumbai, Delhi",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Asia/Saigon": "Ho Chi Minh",
  "Atlantic/Faeroe": "Faroe",
  "Europe/Kiev": "Kyiv",
  "Pacific/Enderbury": "Kanton",
  "Pacific/Ponape": "Pohnpei",
  "Pacific/Truk": "Chuuk",
};

/** All zones this browser knows, UTC first. */
export function zoneOptions(): ComboboxOption[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC");
  return ["UTC", ...zones].map((value) => {
    const hint = TODAY[value];
    return { value, label: value.replaceAll("_", " "), ...(hint ? { hint } : {}) };
  });
}
