// Fills a tenant's inbox with issues and reports up to a number, from texts of the sample
// workspace. As in practice, a few issues have most reports.
import pg from "pg";

const CHUNK = 250_000;
const DAYS = 180;

// Their work runs once for all reports, with the same result.
const TRIGGERS = ["note_reports", "count_added", "note_words"];

const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
  from pg_index where indrelid = 'feedback_submissions'::regclass and not indisprimary`;

const ISSUES = `
  with made as (select row_number() over (order by number) - 1 as at, * from feedback_issues where tenant_id = $1),
       own as (select count(*)::int as n, max(number) as last from made),
       new as (select own.last + k as number, (array['new','new','new','regressed','accepted','in_progress','needs_info','snoozed',
                 'resolved','resolved','resolved','declined','declined'])[1 + k % 13] as state, k, own.n
               from own, generate_series(1, $2::int - own.n) k)
  insert into feedback_issues (id, tenant_id, number, title, state, returns_to, fixed_at, decline_reason, snoozed_at, snooze_reports,
                               provider, tool, fingerprint, severity, growing, assignee_id, compared_at)
  select gen_random_uuid(), $1, new.number, made.title || ' ' || substr(md5(new.k::text), 1, 6), new.state,
         case when new.state = 'snoozed' then 'new' end, case when new.state = 'resolved' then now() end,
         case when new.state = 'declined' then 'wont_fix' end, case when new.state = 'snoozed' then now() end,
         case when new.state = 'snoozed' then 1000000 end, made.provider, made.tool, md5(new.k::text) || md5(new.k::text),
         'low', new.k % 37 = 0, case when new.k % 11 = 0 then (select id from users order by created_at limit 1) end, now()
  from new join made on made.at = new.k % new.n`;

const REPORTS = `
  with made as (select row_number() over () - 1 as at, count(*) over ()::int as n, * from
                  (select * from feedback_submissions where tenant_id = $1 order by id limit 500) first),
       issue as (select row_number() over (order by number) - 1 as at, id, tool, provider from feedback_issues
                 where tenant_id = $1 and merged_into is null),
       held as (select count(*)::int as n from issue),
       drawn as (select k, floor(power(random(), 2.2) * held.n)::int as of_issue, now() - random() * interval '${DAYS} days' as at
                 from held, generate_series(1, $2::int) k offset 0)
  insert into feedback_submissions (id, tenant_id, gateway_id, issue_id, attempted_action, expected_outcome, actual_outcome, tool_called,
                                    provider, error_seen, severity, rationale, suggested_improvement, agent, session_id, created_at)
  select (lpad(to_hex((extract(epoch from d.at) * 1000)::bigint), 12, '0') || '7' || substr(gen_random_uuid()::text, 16, 3)
          || right(gen_random_uuid()::text, 17))::uuid,
         $1, made.gateway_id, issue.id, made.attempted_action, made.expected_outcome, made.actual_outcome, issue.tool, issue.provider,
         case when d.k % 1000 = 0 then made.error_seen || ' ' || substr(md5(random()::text), 1, 12) else made.error_seen end,
         (array['low','low','med','high'])[1 + d.k % 4], made.rationale, made.suggested_improvement, made.agent,
         'ses_' || (d.k / 3), d.at
  from drawn d join issue on issue.at = d.of_issue join made on made.at = d.k % made.n`;

// What the triggers keep per report, for all at once.
const NOTED = `
  update feedback_issues i set reports = n.reports, severity = n.severity, first_seen_at = n.first_at, last_seen_at = n.last_at
  from (select issue_id, count(*)::int as reports, min(created_at) as first_at, max(created_at) as last_at,
               (array['low', 'med', 'high'])[max(array_position(array['low', 'med', 'high'], severity))] as severity
        from feedback_submissions where tenant_id = $1 group by issue_id) n
  where i.tenant_id = $1 and i.id = n.issue_id`;

const COUNTED = `
  with old as (delete from feedback_counts where tenant_id = $1)
  insert into feedback_counts (tenant_id, week, kind, name, reports, folded)
  select s.tenant_id, c.week, c.kind, c.name, count(*), true
  from feedback_submissions s, lateral feedback_counted(s.created_at, s.severity, s.tool_called, s.agent) c
  where s.tenant_id = $1 group by 1, 2, 3, 4`;

const WORDS =
  "select gather_feedback_words(tenant_id, id) from feedback_issues where tenant_id = $1 and reports > 0";

export async function unkept(client, work) {
  for (const trigger of TRIGGERS)
    await client.query(`alter table feedback_submissions disable trigger ${trigger}`);
  await work();
  for (const trigger of TRIGGERS)
    await client.query(`alter table feedback_submissions enable trigger ${trigger}`);
}

/**
 * Adds issues and reports to a tenant up to these numbers. `ownerUrl` is the database's URL as its
 * owner.
 */
export async function fillReports(ownerUrl, tenantKey, { issues, reports }) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '1GB'; set countersign.tenants = '*'");
    const { rows: found } = await client.query("select id from tenants where key = $1", [tenantKey]);
    const [{ id: tenant }] = found;
    const count = async () =>
      Number(
        (await client.query("select count(*) from feedback_submissions where tenant_id = $1", [tenant]))
          .rows[0].count,
      );
    const own = await count();
    if (own >= reports) return;
    await client.query(ISSUES, [tenant, issues]);
    const { rows: indexes } = await client.query(INDEXES);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await unkept(client, async () => {
      for (let left = reports - own; left > 0; left = reports - (await count()))
        await client.query(REPORTS, [tenant, Math.min(CHUNK, left)]);
    });
    for (const { made } of indexes) await client.query(made);
    for (const text of [NOTED, COUNTED, WORDS]) await client.query(text, [tenant]);
    await client.query(
      "vacuum analyze feedback_issues, feedback_submissions, feedback_counts, feedback_issue_words",
    );
  } finally {
    await client.end();
  }
}
