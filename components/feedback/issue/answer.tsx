import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { publicAnswer } from "@/lib/feedback/answer";
import type { IssueView } from "@/lib/feedback/inbox/types";
import { IssueStateMark } from "../marks";
import { AgentsRead } from "./agents-read";
import { AnswerForm } from "./answer-form";

/** The answer to agents that report the same, and its form for people who may change it. */
export function IssueAnswer({ issue, mayAnswer }: { issue: IssueView; mayAnswer: boolean }) {
  const { message, workaround, fixedIn, state } = issue.answer;
  const { ref, title, tool } = issue;
  const told = publicAnswer({ state, answer: message, workaround, fixedIn });
  const detail = (term: string, words: string | null) =>
    words !== null && { term, value: <Untrusted lines>{words}</Untrusted> };
  return (
    <Section
      id="issue-answer"
      title="Answer to agents"
      description={
        told === null
          ? "No answer yet. An agent that reports this again learns only that it is known."
          : "An agent that reports this again gets this answer at once:"
      }
    >
      {told && (
        <Card>
          <DetailList
            items={[
              { term: "State", value: <IssueStateMark state={state} /> },
              detail("Message", message),
              detail("Workaround", workaround),
              detail("Fixed in", told.fixedIn),
            ]}
          />
        </Card>
      )}
      <AgentsRead
        label="Exactly what agents read"
        issue={{ ref, title, state, tool }}
        said={{ answer: message, workaround, fixedIn }}
      />
      {mayAnswer && (
        <AnswerForm
          key={issue.id}
          id={issue.id}
          issue={{ ref, title, state, tool }}
          answer={{ message, workaround, fixedIn }}
        />
      )}
    </Section>
  );
}
