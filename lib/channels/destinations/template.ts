/** What a template may name, with an example. The examples hold what breaks JSON, so that a check finds it. */
export const PLACEHOLDERS = {
  id: "01990000-0000-7000-8000-0000000000de.1",
  key: "01990000-0000-7000-8000-00000000ca11",
  kind: "waits",
  state: "open",
  title: 'High risk: crm · "send" is waiting',
  headline: "Send “Your invoice is ready” to 10,412 customers",
  text: 'It waits until 15:30 CET.\nThen it "expires".',
  facts: "How many: 10,412\nUndo: Cannot be undone",
  outcome: "",
  risk: "high",
  tool: "send_broadcast",
  provider: "crm",
  agent: "billing\\bot",
  gateway: "production",
  tenant: "Acme",
  deadline: "2026-11-29T14:30:00Z",
  why: "You asked for calls of at least high risk.",
  open: "https://countersign.example/approvals/01990000-0000-7000-8000-00000000ca11",
} as const;

type Placeholder = keyof typeof PLACEHOLDERS;
export type TemplateValues = Readonly<Record<Placeholder, string>>;

/** A template that has everything, to begin with. */
export const FIRST_TEMPLATE = `{
  "title": "{{title}}",
  "headline": "{{headline}}",
  "text": "{{text}}",
  "risk": "{{risk}}",
  "state": "{{state}}",
  "deadline": "{{deadline}}",
  "url": "{{open}}",
  "key": "{{key}}"
}`;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name);

/** The body: values are escaped for the JSON strings that they stand in. */
export function filledTemplate(template: string, values: TemplateValues): string {
  return template.replaceAll(PLACEHOLDER, (whole, name: string) =>
    isPlaceholder(name) ? JSON.stringify(values[name]).slice(1, -1) : whole,
  );
}

/** What is wrong with a template, in words; null if any value makes valid JSON of it. */
export function templateProblem(template: string): string | null {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown !== undefined)
    return `There is no placeholder {{${unknown}}}. Use ${Object.keys(PLACEHOLDERS).join(", ")}.`;
  if (!template.isWellFormed()) return "It holds half a character.";
  try {
    JSON.parse(filledTemplate(template, PLACEHOLDERS));
    return null;
  } catch (error) {
    return `This is not valid JSON once it is filled in: ${(error as Error).message}. Put each placeholder between quotation marks.`;
  }
}
