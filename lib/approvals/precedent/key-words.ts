/** Words in a member's name that announce a count. */
const COUNTING = new Set(["count", "num", "number", "total", "n", "qty", "quantity"]);

/** Last words of a name that describe the format of its values. */
const FORMS = new Set(["id", "list", "array", "set", "uuid", "key", "ref"]);

export function singular(word: string): string {
  const text = word.toLowerCase();
  if (text === "people" || text === "persons") return "person";
  if (/(?:ss|us|is)$/.test(text) || text.length < 4) return text === "ids" ? "id" : text;
  if (text.endsWith("ies")) return `${text.slice(0, -3)}y`;
  if (/(?:ches|shes|sses|xes)$/.test(text)) return text.slice(0, -2);
  return text.endsWith("s") ? text.slice(0, -1) : text;
}

/** The lower-case words of a member's name: `contact_emails` and `contactEmails` have the same. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** What the values of a member represent, in singular, and whether its name marks counts or ids. */
export function meaningOf(key: string): { stems: string[]; counts: boolean; areIds: boolean } {
  const words = wordsOf(key).map(singular);
  const counts = words.some((word) => COUNTING.has(word));
  const areIds = words.at(-1) === "id";
  const stems = words.filter((word) => !COUNTING.has(word) && !FORMS.has(word) && word !== "of");
  return { stems, counts, areIds };
}

/** Words for people who receive or are affected; they count as synonyms. */
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

/** Words for messages: a list of texts with such a name holds the addresses of recipients. */
export function isMail(stem: string): boolean {
  return MAIL.has(stem);
}
