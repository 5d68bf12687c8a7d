import { type Plan, type PlanNode, textReprompts } from '@lianxian/core';
import {
  CircleStop,
  ClipboardPen,
  CornerUpRight,
  Grid3x3,
  Headset,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  Sparkles,
  Split,
  Webhook,
} from 'lucide-react';

import { freeVariable } from './variables.ts';

export type NodeKind = PlanNode['kind'];

/** In the order of the menu that adds one. */
export const nodeKinds = [
  'speak',
  'collect',
  'condition',
  'menu',
  'transfer',
  'sms',
  'webhook',
  'llm',
  'goto',
  'hangup',
] as const satisfies readonly NodeKind[];

export const kindIcons: Readonly<Record<NodeKind, LucideIcon>> = {
  speak: MessageCircle,
  collect: ClipboardPen,
  condition: Split,
  menu: Grid3x3,
  transfer: Headset,
  sms: MessageSquareText,
  webhook: Webhook,
  llm: Sparkles,
  goto: CornerUpRight,
  hangup: CircleStop,
};

/** Where a node stands, in pixels of the canvas. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Ids are ours alone to give; short, for they stand in paths and addresses. */
export const freshId = (prefix: string): string => `${prefix}${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`;

/** The sentence may be interrupted after this long; a habit of outgoing calls. */
const interruptAfterMs = 2_000;
const ringMs = 20_000;
const webhookMs = 3_000;
const modelMs = 6_000;

/** What a new node asks for, and how it asks again. */
const anyText = { accepts: { type: 'text' }, notUnderstood: { sentences: textReprompts } } as const;

/** A new node of a kind, with the exits it needs and nothing connected. */
export const freshNode = (kind: NodeKind, name: string, at: Spot, plan: Plan): PlanNode => {
  const base = { id: freshId('n'), name, at: { x: Math.round(at.x), y: Math.round(at.y) } };
  const interruption = { when: 'after', ms: interruptAfterMs } as const;
  switch (kind) {
    case 'speak':
      return {
        ...base,
        kind,
        sentences: [''],
        interruption,
        routers: [
          { on: 'yes', to: '' },
          { on: 'no', to: '' },
          { on: 'other', to: '' },
        ],
      };
    case 'collect':
      return {
        ...base,
        kind,
        sentences: [''],
        interruption,
        variable: freeVariable(plan),
        ...anyText,
        routers: [
          { on: 'collected', to: '' },
          { on: 'other', to: '' },
        ],
      };
    case 'condition':
      return {
        ...base,
        kind,
        branches: [{ when: { variable: plan.variables[0]?.name ?? '', is: 'filled' }, to: '' }],
        otherwise: '',
      };
    case 'menu':
      return {
        ...base,
        kind,
        sentences: [''],
        interruption,
        keys: [
          { key: '1', label: '', to: '' },
          { key: '2', label: '', to: '' },
        ],
        routers: [{ on: 'other', to: '' }],
      };
    case 'transfer':
      return {
        ...base,
        kind,
        sentences: [''],
        to: { type: 'outside', number: '', announcement: '' },
        ringTimeoutMs: ringMs,
        waiting: [],
        otherwise: '',
      };
    case 'sms':
      return { ...base, kind, template: '', sent: '', failed: '' };
    case 'webhook':
      return {
        ...base,
        kind,
        url: '',
        method: 'POST',
        sends: [],
        keeps: [],
        timeoutMs: webhookMs,
        done: '',
        failed: '',
      };
    case 'llm':
      return {
        ...base,
        kind,
        sentences: [''],
        interruption,
        goal: '',
        facts: '',
        forbidden: [],
        exits: [{ id: freshId('e'), name: '', when: '', to: '' }],
        mostTurns: 6,
        timeoutMs: modelMs,
        failed: '',
      };
    case 'goto':
      return { ...base, kind, flow: plan.flows.find(flow => flow.id !== plan.rootFlow)?.id ?? '' };
    case 'hangup':
      return { ...base, kind, sentences: [''] };
  }
};
