import { ActNotice } from "@/components/ui/act-notice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Deadline } from "@/components/ui/deadline";
import { EmptyState } from "@/components/ui/empty-state";
import { Paging } from "@/components/ui/list/paging";
import { Card, DetailList, PageHead, PageTabs } from "@/components/ui/page";
import { SecretOnce } from "@/components/ui/secret-once";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { TabLinks } from "@/components/ui/tab-links";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { Code, CodeBlock } from "@/components/ui/text/code";
import { JsonView } from "@/components/ui/text/json-view";
import { LineDiff } from "@/components/ui/text/line-diff";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { Timeline } from "@/components/ui/timeline";
import {
  BEFORE,
  BODY,
  HEADLINE,
  JSON_TEXT,
  KEY,
  LINES_AFTER,
  LINES_BEFORE,
  TIMELINE,
  TIMES,
} from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const REFUSAL = {
  code: "conflict",
  message: "Ines Prado rejected this 4 s ago, so nothing was recorded.",
  requestId: "req_8Kx2mQ",
  fields: {},
};

export function Messages() {
  return (
    <Group id="messages">
      <Wide name="Banners">
        <div className="flex flex-col gap-2">
          <Banner title="Live updates paused">
            Data as of 14:20. Approve is off until the connection is back.
          </Banner>
          <Banner tone="good">The gateway answered and its signature is right.</Banner>
          <Banner tone="problem" action={<Button size="sm">Try again</Button>}>
            The callback was not delivered.
          </Banner>
        </div>
      </Wide>
      <Wide name="A refusal">
        <ActNotice problem={REFUSAL} />
      </Wide>
      <Wide name="Nothing there">
        <Card flush>
          <EmptyState
            icon="inbox"
            title="Nothing needs you"
            action={<Button size="sm">Send a test call</Button>}
          >
            Last decision 14:02 by Ines. Calls that need a person appear here by themselves.
          </EmptyState>
        </Card>
      </Wide>
      <Wide name="Shown once">
        <SecretOnce label="Gateway key" value={KEY} />
      </Wide>
    </Group>
  );
}

export function Times() {
  const forms = ["time", "time-seconds", "date", "date-time", "relative"] as const;
  return (
    <Group id="time">
      <Specimen name="Forms of a time">
        {forms.map((form) => (
          <Time key={form} value={TIMES.past} form={form} zone="Europe/Lisbon" now={TIMES.now} />
        ))}
      </Specimen>
      <Specimen name="Time left">
        <Deadline until={TIMES.soon} since={TIMES.started} asOf={TIMES.now} />
        <Deadline until={TIMES.later} since={TIMES.started} asOf={TIMES.now} />
        <Deadline until={TIMES.days} since={TIMES.started} asOf={TIMES.now} />
        <Deadline until={TIMES.past} asOf={TIMES.now} />
      </Specimen>
    </Group>
  );
}

export function TextFromElsewhere() {
  return (
    <>
      <Group id="text">
        <Wide name="In running text">
          <p>
            <Untrusted>
              {"seg_all‮customers and a very_long_identifier_without_any_place_to_break_it_anywhere_at_all"}
            </Untrusted>{" "}
            <Code>apr_8Kx2mQ</Code>
            <CopyButton text="apr_8Kx2mQ" label="Copy the id" />
          </p>
        </Wide>
        <Wide name="A block">
          <CodeBlock label="Raw response">
            <Untrusted lines>{JSON_TEXT}</Untrusted>
          </CodeBlock>
        </Wide>
        <Wide name="A claim">
          <UntrustedQuote title="Agent’s stated reason" caption="written by the agent, not verified">
            <Untrusted lines>
              Product owner asked in #pricing to announce the new tiers before the 1 December cut-over.
            </Untrusted>
          </UntrustedQuote>
        </Wide>
        <Wide name="JSON">
          <JsonView text={JSON_TEXT} label="Arguments" copyLabel="Copy the id" />
        </Wide>
        <Wide name="Not JSON">
          <JsonView text={'{"segmentId": "seg_all", limit: 5000}'} label="Arguments" />
        </Wide>
      </Group>
      <Group id="comparisons">
        <Wide name="By lines">
          <LineDiff before={LINES_BEFORE} after={LINES_AFTER} label="Definition of the tool" />
        </Wide>
        <Wide name="The same">
          <LineDiff before={BEFORE} after={BEFORE} label="Definition of the tool" />
        </Wide>
      </Group>
    </>
  );
}

export function Frames() {
  return (
    <Group id="layout">
      <Wide name="A page's head">
        <PageHead
          title={HEADLINE}
          crumbs={[{ href: "/design", label: "Tools" }]}
          description={BODY}
          count={24}
          actions={<Button size="sm">Add a tool</Button>}
        />
      </Wide>
      <Wide name="Parts of one thing">
        <PageTabs
          label="Parts of the tool"
          items={[
            { href: "/design", label: "Overview", current: true },
            { href: "/design?part=2", label: "Deliveries", count: 3, current: false },
          ]}
        />
      </Wide>
      <Wide name="Views of a list">
        <TabLinks
          label="Views"
          items={[
            { href: "/design", label: "Mine", count: 4, current: true },
            { href: "/design?view=all", label: "All arguments", count: 1_200, current: false },
          ]}
        />
      </Wide>
      <Wide name="Names and values">
        <Card>
          <DetailList
            items={[
              { term: "Agent", value: "growth-agent" },
              { term: "On behalf of", value: "maya@acme.example" },
              { term: "Track record", value: "37 approved · 2 rejected · 30 d" },
            ]}
          />
        </Card>
      </Wide>
      <Wide name="What happened">
        <Timeline label="What happened" items={TIMELINE} />
      </Wide>
      <Wide name="Pages">
        <Card flush>
          <Paging
            list={{ link: (_filter, next) => `/design?page=${next?.cursor ?? 1}` }}
            filter={{ cursor: "2" }}
            nextCursor="3"
            label="Pages"
            newest="Newer"
            older="Older"
          />
        </Card>
      </Wide>
    </Group>
  );
}

export function LoadingFaces() {
  return (
    <Group id="loading">
      <Wide name="Loading">
        <Loading label="Loading the tools">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-5 w-72 max-w-full" />
            <Skeleton className="h-3 w-96 max-w-full" />
          </div>
        </Loading>
      </Wide>
      <Wide name="A table">
        <Card flush>
          <TableSkeleton label="Loading the tools" rows={3} />
        </Card>
      </Wide>
    </Group>
  );
}
