import type { CompiledPlan } from '../compile/compile.ts';
import type { PlanNode } from '../plan/plan.ts';
import { exitOn, waysOut } from '../plan/ways-out.ts';
import { goAside } from '../walk/asides.ts';
import { unask } from '../walk/asking.ts';
import { comeBack } from '../walk/path.ts';
import { listensHere, routerOn } from '../walk/routing.ts';
import { stopSpeaking } from '../walk/speaking.ts';
import { type CalleeTurn, type Draft, patch } from '../walk/state.ts';
import { apologise, go } from '../walk/walking.ts';
import type { Meant } from './meaning.ts';
import type { Heard } from './one-meaning.ts';
import { count, heardAs, noteSaid, textOf } from './turn-notes.ts';

/*
 * Whoever asks not to be called again is let go, in every plan and wherever its flow stands: by the plan's own way where
 * that asks nothing more, else with one sentence of apology. A refusal for the level rules, whatever words it has.
 */

type Way = Extract<Meant, { readonly type: 'router' | 'knowledge' }>;

/** Does the open turn hold a wish not to be called that the robot has not begun to follow? */
export const asksToBeLetGo = ({ state: { turn, letsGo } }: Draft): boolean => turn?.wantsNoCalls === true && !letsGo;

/** Ends the talk for what the open turn asks; whatever is asked of the world meanwhile is taken back. */
export const letGo = (draft: Draft): Draft => {
  const turn = draft.state.turn!;
  unask(draft);
  stopSpeaking(draft);
  comeBack(draft);
  patch(draft, { hops: 0, letsGo: true });
  const { meant, met } = wishOf(draft, turn);
  noteSaid(draft, turn, meant);
  count(draft, refusal(turn), met);
  if (meant.type === 'router') return go(draft, exitOn(meant.router.on), meant.router.to);
  return meant.type === 'knowledge' ? goAside(draft, meant.item) : apologise(draft);
};

/** The plan's own way of letting go, else a refusal that leads nowhere. */
export const wishOf = (draft: Draft, turn: CalleeTurn): Heard => {
  const { meant, met } = listensHere(draft) ? heardAs(draft, turn) : { meant: null, met: [] };
  const isWay = meant?.type === 'router' || meant?.type === 'knowledge';
  return { meant: isWay && letsGo(draft.state.plan, meant) ? meant : refusal(turn), met };
};

const refusal = (turn: CalleeTurn): Meant => {
  const understood = { meaning: 'refuse', name: '', by: 'wish', matched: textOf(turn) } as const;
  return { type: 'unrouted', means: 'refuse', understood };
};

/** Of a refusal, or of words the plan has for the wish, and to an end; 「好，别打了」 is not the way of a yes. */
const letsGo = (plan: CompiledPlan, meant: Way): boolean => {
  if (meant.type === 'router') {
    const { on, to } = meant.router;
    const isRefusal = meant.means === 'refuse' || meant.means === 'no';
    return (isRefusal || (typeof on === 'object' && plan.noMoreCalls.has(on.intent))) && endsUnasked(plan, to);
  }
  const { common, next } = meant.item;
  return common === 'refusal' && ('hangUp' in next || ('goto' in next && endsUnasked(plan, next.goto)));
};

/** Do all ways from this node on end without anybody being asked or handed over? A circle does not. */
const endsUnasked = (plan: CompiledPlan, from: string): boolean => {
  const known = new Map<string, boolean>();
  const ends = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const node = plan.nodes.get(id);
    const further = node && waysUnasked(plan, node);
    const does = further?.every(ends) ?? false;
    known.set(id, does);
    return does;
  };
  return ends(from);
};

/** Where a node leads by itself; undefined: it asks, or hands over. */
const waysUnasked = (plan: CompiledPlan, node: PlanNode): readonly string[] | undefined => {
  const instead = node.visits ? [node.visits.to] : [];
  switch (node.kind) {
    case 'hangup':
      return instead;
    case 'goto':
      return [...instead, plan.flows.get(node.flow)!.rootNode];
    case 'condition':
    case 'sms':
    case 'webhook':
      return [...instead, ...waysOut(node).map(({ to }) => to)];
    case 'speak': {
      const onward = node.ignoring?.speech ? routerOn(node, 'other') : undefined;
      return onward && [...instead, onward.to];
    }
    default:
      return undefined;
  }
};
