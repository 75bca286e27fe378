// Final checks, from the primary's tables and the receiver's record.

const WHERE = {
  held: "select external_id as id from approvals",
  reported: "select external_id as id from tool_calls",
  feedback: "select external_id as id from feedback_submissions",
  // An allowed call leaves no other row.
  allowed: "select substr(key, 4) as id from idempotency where key like 'id:%'",
};

/**
 * @param {import("./load.mjs").Ledger} ledger
 * @param {(statement: string) => Promise<object[]>} ask
 * @param {{ taken: Map<string, { ids: Set<string>, times: number }>, wrong: string[] }} receiver
 * @param {readonly string[]} told approvals in the feed, in its order
 * @returns {Promise<{ failed: string[], lines: string[] }>}
 */
export async function checkLedger(ledger, ask, { taken, wrong }, told) {
  const failed = [...new Set(ledger.odd), ...wrong.map((one) => `a callback could not be verified: ${one}`)];
  const lines = [];
  for (const [kind, statement] of Object.entries(WHERE)) {
    const rows = new Map();
    for (const { id } of await ask(statement)) if (id !== null) rows.set(id, (rows.get(id) ?? 0) + 1);
    const ids = [...ledger.stored].filter(([, entry]) => entry.kind === kind).map(([id]) => id);
    const lost = ids.filter((id) => !rows.has(id));
    const double = ids.filter((id) => rows.get(id) > 1);
    lines.push(`${kind}: ${ids.length} acknowledged, ${lost.length} lost, ${double.length} twice`);
    if (ids.length === 0) failed.push(`${kind}: nothing was tried`);
    if (lost.length > 0)
      failed.push(`${kind}: ${lost.length} were acknowledged and are lost, such as ${lost[0]}`);
    if (double.length > 0) failed.push(`${kind}: ${double.length} have several rows, such as ${double[0]}`);
  }
  if (ledger.open.size > 0) failed.push(`${ledger.open.size} were never answered`);
  checkDecisions({ ledger, rows: await ask(DECIDED), taken, told }, failed, lines);
  return { failed, lines };
}

const DECIDED = `
  select a.id, a.decision::text, (select count(*)::int from votes v where v.approval_id = a.id) as votes,
         (select count(*)::int from outbox_events e where e.approval_id = a.id) as events,
         (select count(*)::int from activity y where y.subject_id = a.id::text and y.action = 'approval.approved') as deeds
  from approvals a`;

function checkDecisions({ ledger, rows, taken, told }, failed, lines) {
  const kept = new Map(rows.map((row) => [row.id, row]));
  const named = new Map();
  for (const id of told) named.set(id, (named.get(id) ?? 0) + 1);
  const approved = [...ledger.stored.values()].filter((entry) => entry.approved);
  let times = 0;
  for (const { approval, polled } of approved) {
    const row = kept.get(approval);
    const called = taken.get(approval);
    times += called?.times ?? 0;
    const wrong = [
      (row?.decision !== "approved" || row.votes !== 1 || row.events !== 1) && `is ${JSON.stringify(row)}`,
      polled !== "approved" && `was ${polled} to its long poll`,
      called?.ids.size !== 1 && `reached its gateway under ${called?.ids.size ?? 0} ids`,
      named.get(approval) !== 1 && `is ${named.get(approval) ?? 0} times in the feed`,
    ].filter(Boolean);
    if (wrong.length > 0) failed.push(`the approved call ${approval} ${wrong.join(", ")}`);
  }
  lines.push(
    `decisions: ${approved.length} approved, ${taken.size} sent to the gateway in ${times} accepted callbacks, one id each; ` +
      `the feed named ${named.size}`,
  );
}
