import { gzipSync } from 'node:zlib';
import type { Plan } from '@lianxian/core';

/** Requests of the plan studio's drafts and versions. */
export const planSamples = (
  plan: string,
  sparePlan: string,
  graph: Plan,
): Readonly<Record<string, Record<string, string>>> => ({
  'plan/list': { page: '1', limit: '20' },
  'plan/options': { page: '1', limit: '20' },
  'plan/mine': { page: '1', limit: '20', search: '话' },
  'plan/create': { name: '新话术', template: 'empty' },
  'plan/copy': { id: plan, name: '副本' },
  'plan/rename': { id: plan, name: '话术' },
  'plan/remove': { id: sparePlan },
  'plan/draft': { id: plan },
  'plan/saveDraft': { id: plan, rev: '0', graph: gzipSync(JSON.stringify(graph)).toString('base64url') },
  'plan/fills': { id: plan },
  'plan/saveFills': { id: plan, fills: JSON.stringify([{ question: '意向', field: 'parameter1' }]) },
  'plan/adjustable': { id: plan },
  'plan/adjust': { id: plan, rev: '0', opening: '["您好"]', fallbacks: '[]' },
  'plan/here': { id: plan, page: 'page-0000001' },
  'plan/versions': { id: plan, page: '1', limit: '20' },
  'plan/version': { id: plan, version: '1' },
  'plan/check': { id: plan },
  'plan/publish': { id: plan, rev: '0', note: '第一版' },
  'plan/restore': { id: plan, version: '1', rev: '0' },
  'plan/rollBack': { id: plan, version: '1', note: '退回' },
  'plan/exportFile': { id: plan },
  'plan/importFile': {},
  'plan/readQuestions': {},
  'plan/exportQuestions': { id: plan },
  'planNode/list': { planId: plan },
  'planNode/save': {
    planId: plan,
    flowId: 'main',
    node: JSON.stringify({ kind: 'hangup', id: 'bye', name: '结束', sentences: ['再见'] }),
  },
  'planNode/remove': { planId: plan, nodeId: 'bye' },
  'nodeRouter/list': { planId: plan, fromNode: 'bye' },
  'nodeRouter/save': { planId: plan, fromNode: 'hello', branch: '肯定', toNode: 'bye' },
  'nodeRouter/remove': { planId: plan, fromNode: 'hello', branch: '肯定' },
});

/** A plan that says one sentence. */
export const samplePlan: Plan = {
  name: '话术',
  variables: [],
  rootFlow: 'main',
  flows: [],
  intents: [],
  knowledge: [],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};

/** 09:00 to 20:00. */
