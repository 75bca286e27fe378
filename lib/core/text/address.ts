// The common case: nothing to replace.
const PLAIN = /^[!-?A-~]*$/;

/**
 * Normal form for comparing names: without compatibility forms, case and white space. For an e-mail
 * address also without a trailing dot and a tag (`maya+jobs@…`), because such mail reaches the same
 * person.
 */
export function comparableName(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\s+/g, " ").trim();
  const at = plain.lastIndexOf("@");
  if (at <= 0) return plain;
  const domain = plain.slice(at).replace(/\.+$/, "");
  const [local = ""] = plain.slice(0, at).split("+", 1);
  // A `*` in a pattern may match the tag.
  return local === "" || plain.slice(local.length, at).includes("*")
    ? `${plain.slice(0, at)}${domain}`
    : `${local}${domain}`;
}
