import { Icon } from "@/components/ui/icon";
import { ACTION_MARKS } from "@/components/words/policies";
import { policySentence } from "@/lib/policies/sentences";
import { POLICY_TEMPLATES } from "@/lib/policies/templates";

export type Template = (typeof POLICY_TEMPLATES)[number];

/** The templates, with the viewer's zone in time-based ones. */
export function templatesIn(zone: string): readonly Template[] {
  return POLICY_TEMPLATES.map(({ policy, ...same }) => {
    const { time } = policy.match;
    return { ...same, policy: { ...policy, match: { ...policy.match, time: time && { ...time, zone } } } };
  });
}

export function TemplateList({
  templates,
  onPick,
}: {
  templates: readonly Template[];
  onPick: (template: Template) => void;
}) {
  return (
    <ul aria-label="Templates" className="grid gap-2.5 sm:grid-cols-2">
      {templates.map((template) => (
        <li key={template.id} className="flex">
          <button
            type="button"
            onClick={() => onPick(template)}
            className="flex flex-1 items-start gap-2.5 rounded-card border border-border bg-surface px-3.5 py-3 text-left hover:border-border-strong hover:bg-selected"
          >
            <Icon name={ACTION_MARKS[template.policy.action].icon} className="mt-0.5 text-fg-muted" />
            <span className="flex min-w-0 flex-col gap-1">
              <span className="text-sm font-medium">{template.title}</span>
              <span className="text-xs text-fg-muted wrap-anywhere">{policySentence(template.policy)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
