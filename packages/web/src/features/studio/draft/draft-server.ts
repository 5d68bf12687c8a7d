import { planEndpoints, type refusals } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { call } from '../../../api/call.ts';
import { Refusal } from '../../../api/wire.ts';
import { currentUser } from '../../../session/current-user.ts';
import { packGraph } from './pack-graph.ts';

/** The draft as the server has it. */
export interface Opened {
  readonly id: string;
  readonly name: string;
  readonly rev: number;
  readonly graph: Plan;
  /** Version it began from; null before the first. */
  readonly basedOn: number | null;
  /** As sent; '' while nobody has saved it. */
  readonly savedAt: string;
  readonly savedBy: string;
}

export interface Saved {
  readonly rev: number;
  readonly savedAt: string;
  readonly savedBy: string;
}

/** What a draft needs of its server. Both throw `Refusal` or `Outage`, without a toast: the page's head says it. */
export interface DraftServer {
  readonly open: (id: string) => Promise<Opened>;
  readonly save: (draft: { id: string; rev: number; graph: Plan }) => Promise<Saved>;
}

/** Refusal of a save that began from an older rev. The type is the contract's own number; its sentences stay with the server. */
const draftChanged: (typeof refusals)['draftChanged']['code'] = 360;
export const isTaken = (error: unknown): error is Refusal => error instanceof Refusal && error.code === draftChanged;

const planClosed: typeof refusals.planClosed.code = 378;
/** Its graph is shown to nobody. */
export const isClosed = (error: unknown): boolean => error instanceof Refusal && error.code === planClosed;

const quiet = { quiet: true } as const;

/** Nodes that stand nowhere get a place; it is kept with the first change. */
const withPlaces = async (graph: Plan): Promise<Plan> =>
  graph.flows.every(flow => flow.nodes.every(({ at }) => at))
    ? graph
    : (await import('../graph/layout.ts')).placed(graph);

/** The real one. */
export const draftServer: DraftServer = {
  open: async id => {
    const opened = await call(planEndpoints.draft, { id }, quiet);
    return { ...opened, graph: await withPlaces(opened.graph) };
  },
  save: async ({ id, rev, graph }) => {
    const saved = await call(planEndpoints.saveDraft, { id, rev, graph: await packGraph(graph) }, quiet);
    return { ...saved, savedBy: currentUser()?.userName ?? '' };
  },
};
