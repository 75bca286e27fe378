// The <known_tools> block in an agent's prompt is Countersign's. Server text may imitate its start
// or end.

const ENTITY = /&(?:amp;)*(?:#(\d+)|#x([0-9a-f]+)|(lt|lang|langle|lsaquo|laquo|sol|lowbar|nbsp|shy));?/giu;

const NAMED: Record<string, string> = {
  lt: "<",
  lang: "<",
  langle: "<",
  lsaquo: "<",
  laquo: "<",
  sol: "/",
  lowbar: "_",
  nbsp: " ",
  shy: "",
};

/** Invisible characters and combining marks. Blanks are visible. */
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{C}/gu;

const TAG = /[<‹«˂ᐸ≪≺⋖❬❮❰⟨⟪⦑⧼⪡〈《](?=[\s/⁄∕⧸\\]*known[\s\p{Pc}\p{Pd}\u02cd]*tools)/giu;

const CODE_POINT_MAX = 0x10ffff;

function decoded(_: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
  return code <= CODE_POINT_MAX ? String.fromCodePoint(code) : "";
}

/** The text as read: entities, width and style variants, and accents in plain form. */
const plain = (text: string) => text.replace(ENTITY, decoded).normalize("NFKD").replace(UNSEEN, "");

/**
 * Foreign text in which nothing passes for a tag of the block, in any spelling: "(" replaces an
 * opening bracket.
 */
export function withoutKnownTags(text: string): string {
  const copy = plain(text);
  const opening = new Set([...copy.matchAll(TAG)].map(({ index }) => index));
  if (opening.size === 0) return text;
  let at = 0;
  return partsOf(text)
    .map((part) => {
      const { length } = plain(part);
      const opens = length > 0 && opening.has(at);
      at += length;
      return opens ? "(" : part;
    })
    .join("");
}

/** Entities and the text between them. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const found of text.matchAll(ENTITY)) {
    parts.push(...Array.from(text.slice(end, found.index)), found[0]);
    end = found.index + found[0].length;
  }
  return parts.concat(Array.from(text.slice(end)));
}
