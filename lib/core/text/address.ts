// The common case, in which there is nothing to look for.
const PLAIN = /^[!-?A-~]*$/;

/**
 * A text as it is compared with what people go by: compatibility forms, case and white space aside. Of an e-mail address also the dot
 * behind its domain and a tag (`maya+jobs@…`), for what is sent there reaches the same person.
 */
export function comparableName(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\s+/g, " ").trim();
  const at = plain.lastIndexOf("@");
  if (at <= 0) return plain;
  const domain = plain.slice(at).replace(/\.+$/, "");
  const [local = ""] = plain.slice(0, at).split("+", 1);
  // A star in a pattern may stand for the tag.
  return local === "" || plain.slice(local.length, at).includes("*")
    ? `${plain.slice(0, at)}${domain}`
    : `${local}${domain}`;
}
