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
import { DESIGN } from "@/components/words/design";
import { SAMPLE } from "@/components/words/design-words";
import { BEFORE, JSON_TEXT, LINES_AFTER, LINES_BEFORE, TIMELINE, TIMES } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const { names } = SAMPLE;
const REFUSAL = { code: "conflict", message: SAMPLE.refusedBy, requestId: SAMPLE.requestId, fields: {} };

export function Messages() {
  return (
    <Group id="messages" title={DESIGN.sections.messages}>
      <Wide name={names.banner}>
        <div className="flex flex-col gap-2">
          <Banner title={SAMPLE.bannerTitle}>{SAMPLE.bannerBody}</Banner>
          <Banner tone="good">{SAMPLE.bannerGood}</Banner>
          <Banner tone="problem" action={<Button size="sm">{SAMPLE.again}</Button>}>
            {SAMPLE.bannerBad}
          </Banner>
        </div>
      </Wide>
      <Wide name={names.refusal}>
        <ActNotice problem={REFUSAL} />
      </Wide>
      <Wide name={names.empty}>
        <Card flush>
          <EmptyState
            icon="inbox"
            title={SAMPLE.emptyTitle}
            action={<Button size="sm">{SAMPLE.emptyAct}</Button>}
          >
            {SAMPLE.emptyBody}
          </EmptyState>
        </Card>
      </Wide>
      <Wide name={names.once}>
        <SecretOnce label={SAMPLE.keyLabel} value={SAMPLE.keyValue} />
      </Wide>
    </Group>
  );
}

export function Times() {
  const forms = ["time", "time-seconds", "date", "date-time", "relative"] as const;
  return (
    <Group id="time" title={DESIGN.sections.time}>
      <Specimen name={names.forms}>
        {forms.map((form) => (
          <Time key={form} value={TIMES.past} form={form} zone="Europe/Lisbon" now={TIMES.now} />
        ))}
      </Specimen>
      <Specimen name={names.left}>
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
      <Group id="text" title={DESIGN.sections.text}>
        <Wide name={names.inline}>
          <p>
            <Untrusted>{SAMPLE.foreign}</Untrusted> <Code>{SAMPLE.id}</Code>
            <CopyButton text={SAMPLE.id} label={SAMPLE.copy} />
          </p>
        </Wide>
        <Wide name={names.block}>
          <CodeBlock label={SAMPLE.labelCode}>
            <Untrusted lines>{JSON_TEXT}</Untrusted>
          </CodeBlock>
        </Wide>
        <Wide name={names.claim}>
          <UntrustedQuote title={SAMPLE.claimTitle} caption={SAMPLE.claimNote}>
            <Untrusted lines>{SAMPLE.claimText}</Untrusted>
          </UntrustedQuote>
        </Wide>
        <Wide name={names.json}>
          <JsonView text={JSON_TEXT} label={SAMPLE.labelJson} copyLabel={SAMPLE.copy} />
        </Wide>
        <Wide name={names.notJson}>
          <JsonView text={SAMPLE.raw} label={SAMPLE.labelJson} />
        </Wide>
      </Group>
      <Group id="comparisons" title={DESIGN.sections.comparisons}>
        <Wide name={names.lineByLine}>
          <LineDiff before={LINES_BEFORE} after={LINES_AFTER} label={SAMPLE.labelDiff} />
        </Wide>
        <Wide name={names.same}>
          <LineDiff before={BEFORE} after={BEFORE} label={SAMPLE.labelDiff} />
        </Wide>
      </Group>
    </>
  );
}

export function Frames() {
  return (
    <Group id="layout" title={DESIGN.sections.layout}>
      <Wide name={names.head}>
        <PageHead
          title={SAMPLE.headline}
          crumbs={[{ href: "/design", label: SAMPLE.crumb }]}
          description={SAMPLE.body}
          count={24}
          actions={<Button size="sm">{SAMPLE.addTool}</Button>}
        />
      </Wide>
      <Wide name={names.tabs}>
        <PageTabs
          label={SAMPLE.parts}
          items={[
            { href: "/design", label: SAMPLE.overview, current: true },
            { href: "/design?part=2", label: SAMPLE.deliveries, count: 3, current: false },
          ]}
        />
      </Wide>
      <Wide name={names.views}>
        <TabLinks
          label={SAMPLE.views}
          items={[
            { href: "/design", label: SAMPLE.mine, count: 4, current: true },
            { href: "/design?view=all", label: SAMPLE.all, count: 1_200, current: false },
          ]}
        />
      </Wide>
      <Wide name={names.details}>
        <Card>
          <DetailList
            items={[
              { term: SAMPLE.viewer, value: "growth-agent" },
              { term: SAMPLE.onBehalf, value: "maya@acme.example" },
              { term: SAMPLE.track, value: SAMPLE.trackText },
            ]}
          />
        </Card>
      </Wide>
      <Wide name={names.timeline}>
        <Timeline label={names.timeline} items={TIMELINE} />
      </Wide>
      <Wide name={names.paging}>
        <Card flush>
          <Paging
            list={{ link: (_filter, next) => `/design?page=${next?.cursor ?? 1}` }}
            filter={{ cursor: "2" }}
            nextCursor="3"
            label={SAMPLE.pages}
            newest={SAMPLE.newer}
            older={SAMPLE.older}
          />
        </Card>
      </Wide>
    </Group>
  );
}

export function LoadingFaces() {
  return (
    <Group id="loading" title={DESIGN.sections.loading}>
      <Wide name={names.loading}>
        <Loading label={SAMPLE.loadingText}>
          <div className="flex flex-col gap-2">
            <Skeleton className="h-5 w-72 max-w-full" />
            <Skeleton className="h-3 w-96 max-w-full" />
          </div>
        </Loading>
      </Wide>
      <Wide name={names.table}>
        <Card flush>
          <TableSkeleton label={SAMPLE.loadingText} rows={3} />
        </Card>
      </Wide>
    </Group>
  );
}
