import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { ANSWER } from "@/components/words/feedback";
import type { IssueView } from "@/lib/feedback/inbox/types";
import { IssueStateMark } from "../marks";
import { AnswerForm, type SaveAnswer } from "./answer-form";

/** What agents that report the same are told, and where those who may change it. */
export function IssueAnswer({ issue, save }: { issue: IssueView; save: SaveAnswer | null }) {
  const { message, workaround, fixedIn, state } = issue.answer;
  const silent = !message && !workaround && !fixedIn;
  const told = (term: string, words: string | null) =>
    words !== null && { term, value: <Untrusted lines>{words}</Untrusted> };
  return (
    <Section id="issue-answer" title={ANSWER.title} description={silent ? ANSWER.silent : ANSWER.told}>
      {!silent && (
        <Card>
          <DetailList
            items={[
              { term: ANSWER.state, value: <IssueStateMark state={state} /> },
              told(ANSWER.message, message),
              told(ANSWER.workaround, workaround),
              told(ANSWER.fixedIn, fixedIn),
            ]}
          />
        </Card>
      )}
      {save && (
        <AnswerForm
          id={issue.id}
          seen={issue.updatedAt.toISOString()}
          answer={{ message, workaround, fixedIn }}
          save={save}
        />
      )}
    </Section>
  );
}
