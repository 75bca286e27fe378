import { Icon } from "@/components/ui/icon";
import { changeWords } from "@/components/ui/rule-list/changes";
import { Untrusted } from "@/components/ui/text/untrusted";
import { differenceWords, previewHeadline, unknownSentences } from "@/components/words/policies";
import type { PolicyPreview } from "@/lib/policies/types";

export function PreviewWords({ preview, isChanged }: { preview: PolicyPreview; isChanged: boolean }) {
  const differences = preview.after.unknown === 0 ? differenceWords(preview) : "";
  const changes = isChanged ? changeWords(preview.changes) : null;
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <p className="font-medium">
        {!isChanged && "This is in force. "}
        {previewHeadline(preview)}
        {differences && ` ${differences.charAt(0).toUpperCase()}${differences.slice(1)}.`}
      </p>
      {unknownSentences(preview).map((sentence) => (
        <p key={sentence} className="flex items-start gap-1.5 text-xs text-fg-muted">
          <Icon name="info" size={14} className="mt-px shrink-0" />
          {sentence}
        </p>
      ))}
      {changes && (
        <p className="text-xs text-fg-muted max-sm:hidden">
          You <Untrusted>{changes}</Untrusted>.
        </p>
      )}
    </div>
  );
}
