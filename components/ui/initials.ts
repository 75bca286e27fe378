/** At most two letters for a name or address: "Ines Prado" → "IP", "maya@acme.example" → "M". */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, "")
    .split(/[\s._-]+/)
    .filter(Boolean);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map(
    (word) => [...(word ?? "")].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? "",
  );
  return letters.join("").toLocaleUpperCase("en") || "?";
}
