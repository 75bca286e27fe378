import { unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { day } from "../../world/rules";

// What runs in the clusters: Kubernetes.

const SERVICES = [
  "meter-ingest",
  "tariff-api",
  "outage-map",
  "billing-export",
  "checkout",
  "catalogue",
  "notifier",
] as const;
const FAULTS = [
  { why: "CrashLoopBackOff", log: "Error: connect ECONNREFUSED 10.42.7.19:5432" },
  { why: "OOMKilled", log: "fatal error: runtime: out of memory" },
  { why: "ImagePullBackOff", log: "manifest unknown: tag 2026.11.3 is not in the registry" },
  { why: "readiness probe failing", log: "GET /ready 503: migrations pending" },
] as const;

type Place = { service: string; namespace: string; pod: string; context: string };

function place({ chance, company }: Scene): Place {
  const service = chance.pick(SERVICES);
  return {
    service,
    namespace: chance.pick(["production", "production", "staging"]),
    pod: `${service}-${chance.hex(9)}-${chance.code(5, "bcdfghjklmnpqrstvwxz2456789")}`,
    context: company.key === "sample-halden" ? "halden-eu-1" : "fernhill-shop",
  };
}

const getPods = (scene: Scene, { service, namespace }: Place): Step => ({
  provider: "kubernetes",
  tool: "kubectl_get",
  arguments: { resourceType: "pods", namespace, labelSelector: `app=${service}`, output: "wide" },
  rationale: scene.chance.pick([
    `The alert names ${service}; looking at its pods first.`,
    `Which pods of ${service} are not ready, and on which nodes.`,
    `Checking the state of ${service} in ${namespace} before touching anything.`,
  ]),
  slips: [
    unfit(
      0.13,
      "kubectl_get",
      ["/output", "must be equal to one of the allowed values: json, yaml, wide, name, custom", "table"],
      { output: "table" },
    ),
  ],
  empty: 0.04,
  took: [240, 1_100],
});

const readLogs = ({ chance }: Scene, { pod, namespace, service }: Place): Step => ({
  provider: "kubernetes",
  tool: "kubectl_logs",
  arguments: {
    resourceType: "pod",
    name: pod,
    namespace,
    tail: chance.pick([100, 200, 500]),
    previous: chance.maybe(0.4),
  },
  rationale: chance.pick([
    `Reading why ${service} restarted.`,
    `The last lines of ${service} before it stopped should say what it waited for.`,
  ]),
  slips: [
    unfit(0.1, "kubectl_logs", ["/namespace", "must have required property 'namespace'"], {
      namespace: undefined,
    }),
    { share: 0.06, outcome: "timeout", error: "the API server did not answer within 30 s" },
  ],
  took: [300, 1_900],
});

function investigate(scene: Scene): Step[] {
  const at = place(scene);
  const fault = scene.chance.pick(FAULTS);
  return [
    getPods(scene, at),
    {
      provider: "kubernetes",
      tool: "kubectl_describe",
      arguments: { resourceType: "pod", name: at.pod, namespace: at.namespace },
      rationale: `Events of the pod that is in ${fault.why}.`,
      slips: [
        {
          share: 0.09,
          outcome: "not_found",
          error: `pods "${at.pod}" not found`,
          wrong: { name: at.service },
        },
      ],
      took: [220, 900],
    },
    readLogs(scene, at),
  ];
}

function rollback(scene: Scene): Step[] {
  const { chance, bold } = scene;
  const at = place(scene);
  const revision = chance.int(41, 188);
  return [
    getPods(scene, at),
    readLogs(scene, at),
    {
      provider: "kubernetes",
      tool: "kubectl_rollout",
      arguments: {
        subCommand: "undo",
        resourceType: "deployment",
        name: at.service,
        namespace: at.namespace,
        toRevision: revision,
      },
      rationale: chance.pick([
        `Errors of ${at.service} began with revision ${revision + 1}, four minutes after its release; going back one revision.`,
        `The new ${at.service} cannot reach its database and error budget is burning; the runbook says roll back first.`,
      ]),
      took: [1_200, 9_000],
      held: {
        risk: bold ? "critical" : "high",
        summary: `Roll ${at.service} in ${at.namespace} back to revision ${revision}`,
        impact: "Replaces every running pod of the deployment.",
        facts: {
          what: "Rollback",
          to_whom: `${at.namespace}/${at.service}`,
          how_many: bold ? 24 : chance.int(2, 6),
          undo: "by rolling forward again",
        },
        preview: {
          format: "diff",
          content: `--- revision ${revision + 1}\n+++ revision ${revision}\n@@ containers/${at.service} @@\n-  image: registry.example/${at.service}:2026.11.${chance.int(3, 9)}\n+  image: registry.example/${at.service}:2026.11.2\n   resources:\n-    limits: { memory: 512Mi }\n+    limits: { memory: 768Mi }`,
        },
        result: `deployment.apps/${at.service} rolled back`,
        error: {
          code: "Forbidden",
          message: `deployments.apps "${at.service}" is forbidden: exceeded quota: compute, requested: limits.memory=768Mi`,
        },
        no: [
          "The fix is in the pipeline; it lands in five minutes.",
          "The migration of this release cannot be undone. Do not roll back.",
        ],
        changes: "Pause the rollout instead, and page the owner.",
      },
    },
  ];
}

function aboutScale(scene: Scene) {
  const { chance, bold } = scene;
  const at = place(scene);
  const [from, to] = bold ? [6, 0] : [chance.int(2, 4), chance.int(5, 9)];
  return { at, from, to };
}

function scale(scene: Scene): Step[] {
  const { chance, bold } = scene;
  const about = aboutScale(scene);
  const { at, to } = about;
  return [
    {
      provider: "kubernetes",
      tool: "kubectl_get",
      arguments: { resourceType: "hpa", namespace: at.namespace, output: "json" },
      rationale: `Latency of ${at.service} is over its target; checking whether it may still scale by itself.`,
      took: [240, 900],
    },
    {
      provider: "kubernetes",
      tool: "kubectl_scale",
      arguments: { name: at.service, namespace: at.namespace, replicas: to, resourceType: "deployment" },
      rationale: bold
        ? `The queue of ${at.service} is being drained for the database upgrade tonight; nothing may write meanwhile.`
        : `${at.service} is at its CPU limit since ${chance.int(10, 40)} minutes and the autoscaler is at its maximum.`,
      slips: [
        unfit(0.12, "kubectl_scale", ["/replicas", "must be number", String(to)], { replicas: String(to) }),
      ],
      took: [400, 2_000],
      held: heldScale(scene, about),
    },
  ];
}

function heldScale({ bold }: Scene, { at, from, to }: ReturnType<typeof aboutScale>): Held {
  return {
    risk: bold ? "critical" : "medium",
    because: bold ? "risk" : "requires_confirmation",
    summary: bold
      ? `Scale ${at.service} in ${at.namespace} down to 0 replicas`
      : `Scale ${at.service} in ${at.namespace} from ${from} to ${to} replicas`,
    impact: bold ? "The service stops answering." : "Costs more until it is scaled back.",
    facts: {
      what: "Scale a deployment",
      to_whom: `${at.namespace}/${at.service}`,
      how_many: to,
      undo: "by scaling back",
    },
    result: `deployment.apps/${at.service} scaled`,
    error: {
      code: "Conflict",
      message: "the object has been modified; please apply your changes to the latest version and try again",
    },
    no: [
      "It is the database that is slow; more replicas make it worse.",
      "The maintenance window starts at 22:00, not now.",
    ],
    changes: "Three more are enough.",
    edit: {
      arguments: {
        name: at.service,
        namespace: at.namespace,
        replicas: Math.max(1, to - 2),
        resourceType: "deployment",
      },
      reason: "Fewer are enough for tonight.",
    },
  };
}

function cleanUp(scene: Scene): Step[] {
  const { chance, bold } = scene;
  const namespace = bold ? "production" : `preview-${chance.int(1_180, 1_640)}`;
  const many = bold ? chance.int(118, 164) : chance.int(4, 13);
  return [
    {
      provider: "kubernetes",
      tool: "kubectl_get",
      arguments: { resourceType: "jobs", namespace, output: "name" },
      rationale: `Finished jobs in ${namespace} that count against the quota.`,
      took: [240, 1_000],
    },
    {
      provider: "kubernetes",
      tool: "kubectl_delete",
      arguments: {
        resourceType: "jobs",
        namespace,
        labelSelector: bold ? "component=import" : "preview=true",
      },
      rationale: bold
        ? "The quota of jobs in production is used up and tonight's import cannot start; these have finished."
        : `The pull request of ${namespace} was merged; its resources are not needed any more.`,
      took: [600, 4_000],
      held: {
        risk: bold ? "critical" : "high",
        summary: `Delete ${many} jobs in ${namespace}`,
        impact: "Their logs go with them.",
        facts: { what: "Delete jobs", to_whom: `Namespace ${namespace}`, how_many: many, undo: "impossible" },
        result: `${many} jobs deleted`,
        error: {
          code: "Forbidden",
          message: `jobs.batch is forbidden: User "agent" cannot deletecollection resource "jobs" in namespace "${namespace}"`,
        },
        no: ["Some of these have not finished. Filter by status.", "Not in production by label alone."],
        changes: "Name the jobs one by one.",
      },
    },
  ];
}

function drain(scene: Scene): Step[] {
  const { chance } = scene;
  const node = `pool-b-${chance.hex(4)}`;
  const pods = chance.int(11, 34);
  return [
    {
      provider: "kubernetes",
      tool: "kubectl_describe",
      arguments: { resourceType: "node", name: node },
      rationale: `${node} reports DiskPressure since ${day(scene.at)}; what runs there?`,
      took: [300, 1_200],
    },
    {
      provider: "kubernetes",
      tool: "node_management",
      arguments: {
        operation: "drain",
        nodeName: node,
        ignoreDaemonsets: true,
        deleteLocalData: true,
        confirmDrain: true,
      },
      rationale: `The disk of ${node} is failing and the provider replaces it tonight; its pods have to move.`,
      took: [4_000, 40_000],
      held: {
        risk: "critical",
        summary: `Drain the node ${node} with ${pods} pods`,
        impact: "Evicts every pod and deletes local data on the node.",
        facts: {
          what: "Drain a node",
          to_whom: node,
          how_many: pods,
          undo: "by uncordoning; local data is lost",
        },
        quorum: 2,
        result: `node/${node} drained`,
        error: {
          code: "Timeout",
          message: `cannot evict pod meter-ingest-0: it would violate the pod's disruption budget`,
        },
        no: ["meter-ingest keeps its buffer on local disk. Not before it is empty."],
        changes: "Without deleteLocalData.",
      },
    },
  ];
}

export const CLUSTER: readonly Task[] = [
  {
    name: "investigate",
    weight: 26,
    companies: ["sample-halden", "sample-fernhill"],
    agents: ["ops-runbook", "claude-code"],
    held: false,
    steps: investigate,
  },
  {
    name: "rollback",
    weight: 8,
    companies: ["sample-halden", "sample-fernhill"],
    agents: ["ops-runbook"],
    held: true,
    steps: rollback,
  },
  {
    name: "scale",
    weight: 8,
    companies: ["sample-halden"],
    agents: ["ops-runbook"],
    held: true,
    steps: scale,
  },
  {
    name: "clean up",
    weight: 6,
    companies: ["sample-halden"],
    agents: ["ops-runbook", "claude-code"],
    held: true,
    steps: cleanUp,
  },
  {
    name: "drain",
    weight: 3,
    companies: ["sample-halden"],
    agents: ["ops-runbook"],
    held: true,
    steps: drain,
  },
];
