import { nodeOfAnyRelease } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { identified, reference } from '../plan-graph.parts.ts';
import { planNode } from '../plan-graph.ts';

const edit = { needs: 'button', button: 'plan:edit' } as const;
const look = { needs: 'page', page: 'plan' } as const;

/** Where a node stands in a plan: its flows, the questions that may come anywhere, the global dialogue. */
const nodeCategories = ['main_process', 'business_qa', 'common_dialog'] as const;

const planNodeRow = z.object({
  /** `<plan>/<node>`: no two plans, copies of each other too, have the same. */
  id: z.string(),
  planId: id,
  /** Within its plan, as ways out and changes name it. */
  nodeId: z.string(),
  name: z.string(),
  category: z.enum(nodeCategories),
  /** The node's kind, or `answer` for an item of the knowledge base. */
  type: z.string(),
  /** Of a node: its flow, and whether the flow begins with it. */
  flowId: z.string(),
  flowName: z.string(),
  isStart: z.boolean(),
  x: z.number(),
  y: z.number(),
  sentences: z.array(z.string()),
  /** How it may be interrupted; empty where it says nothing. */
  interruption: z.string(),
  /** The collected variable; empty where it collects nothing. */
  variable: z.string(),
  maxVisits: z.number().int().nullable(),
  exceedTarget: z.string(),
});

/** One way out of a node. */
const nodeRouterRow = z.object({
  planId: id,
  fromNode: z.string(),
  /** A meaning (肯定, 拒绝 … as programs have always been told, `collected`), `intent:<id>`, `key:<key>`, or the name of a node’s own exit. */
  branch: z.string(),
  branchName: z.string(),
  toNode: z.string(),
});

const branch = z.string().min(1).max(80);
const changed = z.object({ rev: z.number().int() });

export const planNodeEndpoints = {
  list: endpoint({
    path: 'planNode/list',
    right: look,
    input: z.object({ planId: id }),
    output: z.object({ rev: z.number().int(), list: z.array(planNodeRow) }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    opensGraph: { plan: 'planId' },
    summary: 'Nodes of a plan’s draft, and its knowledge base, as rows.',
  }),
  save: endpoint({
    path: 'planNode/save',
    right: edit,
    input: z.object({ planId: id, flowId: reference, node: z.preprocess(nodeOfAnyRelease, planNode) }),
    output: changed,
    idempotent: true,
    rateCost: 3,
    opensGraph: { plan: 'planId' },
    summary: 'Puts one node into a flow of the draft: a new one, or in place of the one of its id.',
  }),
  remove: endpoint({
    path: 'planNode/remove',
    right: edit,
    input: z.object({ planId: id, nodeId: identified }),
    output: changed,
    idempotent: true,
    rateCost: 3,
    opensGraph: { plan: 'planId' },
    summary: 'Takes a node out of the draft; what led to it is shown as a fault.',
  }),
} as const;

export const nodeRouterEndpoints = {
  list: endpoint({
    path: 'nodeRouter/list',
    right: look,
    input: z.object({ planId: id, fromNode: reference.optional() }),
    output: z.object({ rev: z.number().int(), list: z.array(nodeRouterRow) }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    opensGraph: { plan: 'planId' },
    summary: 'Ways out of the nodes of a plan’s draft, or of one of them.',
  }),
  save: endpoint({
    path: 'nodeRouter/save',
    right: edit,
    input: z.object({ planId: id, fromNode: identified, branch, toNode: identified }),
    output: changed,
    idempotent: true,
    rateCost: 3,
    opensGraph: { plan: 'planId' },
    summary: 'Leads one meaning, or `intent:<id>`, from a node that listens to another node of its flow.',
  }),
  remove: endpoint({
    path: 'nodeRouter/remove',
    right: edit,
    input: z.object({ planId: id, fromNode: identified, branch }),
    output: changed,
    idempotent: true,
    rateCost: 3,
    opensGraph: { plan: 'planId' },
    summary: 'Takes one way out of a node.',
  }),
} as const;
