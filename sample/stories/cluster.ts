import { call, fails, refers, type Story, story, unfit } from "../engine/story";
import { bold, code, hex, int, maybe, pick } from "../engine/template";
import { FERNHILL, HALDEN } from "./world";

const PLACE = {
  service: pick(
    "meter-ingest",
    "tariff-api",
    "outage-map",
    "billing-export",
    "checkout",
    "catalogue",
    "notifier",
  ),
  namespace: pick("production", "production", "staging"),
  set: hex(9),
  tail: code("", 5, "bcdfghjklmnpqrstvwxz2456789"),
  pod: "{service}-{set}-{tail}",
};

const DEPLOYMENT = { resourceType: "deployment", name: "{service}", namespace: "{namespace}" };

const GET_PODS = call([240, 1_100], {
  arguments: {
    resourceType: "pods",
    namespace: "{namespace}",
    labelSelector: "app={service}",
    output: "wide",
  },
  why: pick(
    "The alert names {service}; looking at its pods first.",
    "Which pods of {service} are not ready, and on which nodes.",
    "Checking the state of {service} in {namespace} before touching anything.",
  ),
  slips: unfit(0.13, { output: "table" }),
  empty: 0.04,
});

const READ_LOGS = call([300, 1_900], {
  arguments: {
    resourceType: "pod",
    name: "{pod}",
    namespace: "{namespace}",
    tail: pick(100, 200, 500),
    previous: maybe(0.4, true, false),
  },
  why: pick(
    "Reading why {service} restarted.",
    "The last lines of {service} before it stopped should say what it waited for.",
  ),
  slips: [
    unfit(0.1, { namespace: undefined }),
    fails(0.06, "timeout", "the API server did not answer within 30 s"),
  ],
});

export const CLUSTER: readonly Story[] = [
  story("investigate", 26, [HALDEN, FERNHILL], ["ops-runbook", "claude-code"], {
    ...PLACE,
    fault: pick("CrashLoopBackOff", "OOMKilled", "ImagePullBackOff", "readiness probe failing"),
    "kubernetes/kubectl_get": GET_PODS,
    "kubernetes/kubectl_describe": call([220, 900], {
      arguments: { resourceType: "pod", name: "{pod}", namespace: "{namespace}" },
      why: "Events of the pod that is in {fault}.",
      slips: [
        fails(0.09, "not_found", 'pods "{service}" not found', { name: "{service}" }),
        refers(0.13, {
          boundary_axes: ["Cluster state", "Log search"],
          observed_task_shape: "describe the pod, then say why {service} stopped",
          suggested_split: "the state from here, the cause from kubectl_logs",
          evidence: "The events name {fault}; its cause is in the logs, which this tool does not read.",
        }),
        refers(0.07, {
          boundary_axes: ["log_search"],
          observed_task_shape: "find the line in which {service} gave up",
          evidence: "Nothing of this is in the pod's description.",
        }),
      ],
    }),
    "kubernetes/kubectl_logs": READ_LOGS,
  }),
  story("rollback", 8, [HALDEN, FERNHILL], ["ops-runbook"], {
    ...PLACE,
    revision: int(41, 188),
    pods: bold(24, int(2, 6)),
    patch: int(3, 9),
    "kubernetes/kubectl_get": GET_PODS,
    "kubernetes/kubectl_logs": READ_LOGS,
    "kubernetes/kubectl_rollout": call([1_200, 9_000], {
      arguments: { subCommand: "undo", ...DEPLOYMENT, toRevision: "{revision}" },
      why: pick(
        "Errors of {service} began with revision {revision+1}, four minutes after its release; going back one revision.",
        "The new {service} cannot reach its database and burns its error budget; the runbook says roll back first.",
      ),
      risk: bold("critical", "high"),
      summary: "Roll {service} in {namespace} back to revision {revision}",
      impact: "Replaces every running pod of the deployment.",
      facts: ["Rollback", "{namespace}/{service}", "{pods}", "by rolling forward again"],
      diff: "--- revision {revision+1}\n+++ revision {revision}\n@@ containers/{service} @@\n-  image: registry.example/{service}:2026.11.{patch}\n+  image: registry.example/{service}:2026.11.2\n   resources:\n-    limits: { memory: 512Mi }\n+    limits: { memory: 768Mi }",
      result: "deployment.apps/{service} rolled back",
      error:
        'Forbidden: deployments.apps "{service}" is forbidden: exceeded quota: compute, requested: limits.memory=768Mi',
      no: [
        "The fix is in the pipeline; it lands in five minutes.",
        "The migration of this release cannot be undone. Do not roll back.",
      ],
      changes: "Pause the rollout instead, and page the owner.",
    }),
  }),
  story("scale", 8, [HALDEN], ["ops-runbook"], {
    ...PLACE,
    from: bold(6, int(2, 4)),
    to: bold(0, int(5, 9)),
    minutes: int(10, 40),
    "kubernetes/kubectl_get": call([240, 900], {
      arguments: { resourceType: "hpa", namespace: "{namespace}", output: "json" },
      why: "Latency of {service} is over its target; checking whether it may still scale by itself.",
    }),
    "kubernetes/kubectl_scale": call([400, 2_000], {
      arguments: { ...DEPLOYMENT, replicas: "{to}" },
      why: bold(
        "The queue of {service} is being drained for the database upgrade tonight; nothing may write meanwhile.",
        "{service} has been at its CPU limit for {minutes} minutes and the autoscaler is at its maximum.",
      ),
      slips: unfit(0.12, { replicas: "{to|text}" }),
      risk: bold("critical", "medium"),
      summary: bold(
        "Scale {service} in {namespace} down to 0 replicas",
        "Scale {service} in {namespace} from {from} to {to} replicas",
      ),
      impact: bold("The service stops answering.", "Costs more until it is scaled back."),
      facts: ["Scale a deployment", "{namespace}/{service}", "{to}", "by scaling back"],
      result: "deployment.apps/{service} scaled",
      error:
        "Conflict: the object has been modified; please apply your changes to the latest version and try again",
      no: [
        "It is the database that is slow; more replicas make it worse.",
        "The maintenance window starts at 22:00, not now.",
      ],
      changes: "Three more are enough.",
      edit: { replicas: bold<unknown>(1, "{to-2}") },
    }),
  }),
  story("clean up", 6, [HALDEN], ["ops-runbook", "claude-code"], {
    pull: int(1_180, 1_640),
    namespace: bold("production", "preview-{pull}"),
    many: bold(int(118, 164), int(4, 13)),
    "kubernetes/kubectl_get": call([240, 1_000], {
      arguments: { resourceType: "jobs", namespace: "{namespace}", output: "name" },
      why: "Finished jobs in {namespace} that count against the quota.",
    }),
    "kubernetes/kubectl_delete": call([600, 4_000], {
      arguments: {
        resourceType: "jobs",
        namespace: "{namespace}",
        labelSelector: bold("component=import", "preview=true"),
      },
      why: bold(
        "The quota of jobs in production is used up and tonight's import cannot start; these have finished.",
        "The pull request of {namespace} was merged; its resources are not needed any more.",
      ),
      risk: bold("critical", "high"),
      summary: "Delete {many} jobs in {namespace}",
      impact: "Their logs go with them.",
      facts: ["Delete jobs", "Namespace {namespace}", "{many}", "impossible"],
      result: "{many} jobs deleted",
      error:
        'Forbidden: jobs.batch is forbidden: User "agent" cannot deletecollection resource "jobs" in namespace "{namespace}"',
      no: ["Some of these have not finished. Filter by status.", "Not in production by label alone."],
      changes: "Name the jobs one by one.",
    }),
  }),
  story("drain", 3, [HALDEN], ["ops-runbook"], {
    pool: hex(4),
    node: "pool-b-{pool}",
    pods: int(11, 34),
    "kubernetes/kubectl_describe": call([300, 1_200], {
      arguments: { resourceType: "node", name: "{node}" },
      why: "{node} has reported DiskPressure since {today}; what runs there?",
    }),
    "kubernetes/node_management": call([4_000, 40_000], {
      arguments: {
        operation: "drain",
        nodeName: "{node}",
        ignoreDaemonsets: true,
        deleteLocalData: true,
        confirmDrain: true,
      },
      why: "The disk of {node} is failing and the provider replaces it tonight; its pods have to move.",
      risk: "critical",
      summary: "Drain the node {node} with {pods} pods",
      impact: "Evicts every pod and deletes local data on the node.",
      facts: ["Drain a node", "{node}", "{pods}", "by uncordoning; local data is lost"],
      result: "node/{node} drained",
      error: "Timeout: cannot evict pod meter-ingest-0: it would violate the pod's disruption budget",
      no: ["meter-ingest keeps its buffer on local disk. Not before it is empty."],
      changes: "Without deleteLocalData.",
    }),
  }),
];
