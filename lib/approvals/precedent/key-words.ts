/** Words that say of a member how many there are of something, and not what. */
const COUNTING = new Set(["count", "num", "number", "total", "n", "qty", "quantity"]);

/** Words at the end of a name that say how its values are written, and not what they stand for. */
const FORMS = new Set(["id", "list", "array", "set", "uuid", "key", "ref"]);

/** A word without its plural. */
export function singular(word: string): string {
  const text = word.toLowerCase();
  if (text === "people" || text === "persons") return "person";
  if (/(?:ss|us|is)$/.test(text) || text.length < 4) return text === "ids" ? "id" : text;
  if (text.endsWith("ies")) return `${text.slice(0, -3)}y`;
  if (/(?:ches|shes|sses|xes)$/.test(text)) return text.slice(0, -2);
  return text.endsWith("s") ? text.slice(0, -1) : text;
}

/** The words of a member's name, in small letters: `contact_emails` and `contactEmails` have the same. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** What the values of a member stand for, in singular, and whether its name counts them or says that they are ids. */
export function meaningOf(key: string): { stems: string[]; counts: boolean; areIds: boolean } {
  const words = wordsOf(key).map(singular);
  const counts = words.some((word) => COUNTING.has(word));
  const areIds = words.at(-1) === "id";
  const stems = words.filter((word) => !COUNTING.has(word) && !FORMS.has(word) && word !== "of");
  return { stems, counts, areIds };
}

/** Words and names for people who are written to or acted on: one may stand for another. */
const PEOPLE = new Set(
  (
    "recipient contact customer user person subscriber patient member addressee attendee guest employee colleague invitee " +
    "address to cc bcc phone"
  ).split(" "),
);

export function isPeople(stem: string): boolean {
  return PEOPLE.has(stem);
}

const MAIL = new Set(["email", "mail", "message"]);

/** Words for what is sent, which as names of a list of texts mean the addresses it is sent to. */
export function isMail(stem: string): boolean {
  return MAIL.has(stem);
}
