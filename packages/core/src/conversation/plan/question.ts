import { type BuiltInMeaning, type Exit, ownOf } from './exit.ts';
import { goalOf, prospectOf } from './goal.ts';
import type { Accepts, Flow, Intent, Plan, PlanNode } from './plan.ts';
import { waysOut } from './ways-out.ts';

/**
 * What the robot wants to hear at a node, as somebody sees it who has the plan before him: what simulated callees answer to.
 * Plain data of a few hundred bytes, since it also travels beside the robot's words on the practice line.
 */
export interface Question {
  readonly node: string;
  /** Name of the plan. */
  readonly plan: string;
  /** The merchant's day, `2026-11-24`; null where nobody told. */
  readonly day: string | null;
  /** What it is about in the plan's words: the variable, the node, the end of its first sentence. */
  readonly about: string;
  /** `reply`: a meaning or a key; `nothing`: it does not listen. */
  readonly wants: Accepts | { readonly type: 'reply' } | { readonly type: 'nothing' };
  /** Where the goal is best reached from comes first. */
  readonly ways: readonly AskedWay[];
  /** Some of what the plan has an answer to. */
  readonly mayAsk: readonly { readonly item: string; readonly words: string }[];
}

interface AskedWay {
  readonly exit: Exit;
  /** A yes, a no or a refusal, by itself or by the intent's own word for it. */
  readonly means: BuiltInMeaning | null;
  /** What the plan's writer would hear it by. */
  readonly words: readonly string[];
}

const MOST_WAYS = 6;
const MOST_WORDS = 1;
const MOST_OPTIONS = 8;
const MOST_ITEMS = 2;
const MOST_CHARACTERS = 16;
const ABOUT_CHARACTERS = 40;

/** The parts of a compiled plan that a question is read from. */
interface Asking {
  readonly plan: Plan;
  readonly nodes: ReadonlyMap<string, PlanNode>;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly intents: ReadonlyMap<string, Intent>;
}

/** `passed`: nodes the talk has been at, by id. */
export const questionAt = (
  asking: Asking,
  at: { readonly node: string; readonly date: string | null; readonly passed: readonly string[] },
): Question => {
  const node = asking.nodes.get(at.node);
  const bare = { node: at.node, plan: asking.plan.name, day: at.date };
  if (node === undefined || !listens(node))
    return { ...bare, about: '', wants: { type: 'nothing' }, ways: [], mayAsk: [] };
  return {
    ...bare,
    about: aboutOf(asking.plan, node),
    wants: node.kind === 'collect' ? shortened(node.accepts) : { type: 'reply' },
    ways: waysFrom(asking, node, new Set(at.passed)),
    mayAsk: mayAsk(asking.plan, at.passed.length),
  };
};

/** Others at each step of a talk. */
const mayAsk = ({ knowledge }: Plan, step: number): Question['mayAsk'] => {
  const items = knowledge.filter(({ common }) => common === undefined);
  return Array.from({ length: Math.min(MOST_ITEMS, items.length) }, (_, n) => {
    const { id, name, words, likes = [] } = items[(step * MOST_ITEMS + n) % items.length]!;
    return { item: id, words: cut(likes[0] ?? words[0] ?? name, MOST_CHARACTERS) };
  });
};

const listens = ({ kind }: PlanNode): boolean =>
  kind === 'speak' || kind === 'collect' || kind === 'menu' || kind === 'llm';

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

const aboutOf = (plan: Plan, node: PlanNode): string => {
  const label = node.kind === 'collect' ? plan.variables.find(({ name }) => name === node.variable)?.label : undefined;
  const first = 'sentences' in node ? node.sentences[0] : undefined;
  // The question stands at the end of what is said.
  const asked = [...(first ?? '')].slice(-ABOUT_CHARACTERS).join('');
  return [label, node.name, asked]
    .filter(part => part !== undefined && part !== '')
    .map(part => cut(part ?? '', ABOUT_CHARACTERS))
    .join(' ');
};

const shortened = (accepts: Accepts): Accepts => {
  if (accepts.type === 'date' && accepts.within) return { type: 'date', within: { ...accepts.within, sentence: '' } };
  if (accepts.type !== 'choice') return accepts;
  const { options: all } = accepts;
  // The last one is always among them: people choose by place.
  const some = all.length > MOST_OPTIONS ? [...all.slice(0, MOST_OPTIONS - 1), ...all.slice(-1)] : all;
  const options = some.map(({ value, words }) => ({
    value: cut(value, MOST_CHARACTERS),
    words: words.slice(0, 1).map(word => cut(word, MOST_CHARACTERS)),
  }));
  return { type: 'choice', options };
};

/** Of two ways that lead equally far the friendlier one. */
const liking: readonly string[] = ['collected', 'yes', 'key', 'intent', 'other', 'exit', 'no', 'refuse'];
const likedAs = (exit: Exit, means: BuiltInMeaning | null): number => {
  const rank = liking.indexOf(means ?? ownOf(exit)?.kind ?? exit);
  return rank < 0 ? liking.length : rank;
};

const waysFrom = (asking: Asking, node: PlanNode, passed: ReadonlySet<string>): readonly AskedWay[] => {
  const goal = goalOf(asking.plan)?.through ?? new Set();
  const ahead = new Set([...goal].filter(id => !passed.has(id)));
  return waysOut(node)
    .map(({ exit, to }) => {
      const way = askedWay(asking, node, exit);
      return { way, liked: likedAs(exit, way.means), prospect: prospectOf(asking, to, ahead) };
    })
    .sort(
      (one, other) =>
        other.prospect.count - one.prospect.count ||
        (one.prospect.count === 0 ? 0 : one.prospect.steps - other.prospect.steps) ||
        one.liked - other.liked,
    )
    .slice(0, MOST_WAYS)
    .map(({ way }) => way);
};

const askedWay = ({ intents }: Asking, node: PlanNode, exit: Exit): AskedWay => {
  const own = ownOf(exit);
  if (own?.kind === 'intent') {
    const { name = '', means = null, words = [], likes = [] } = intents.get(own.id) ?? {};
    const heardBy = [...likes, ...words, name].slice(0, MOST_WORDS);
    return { exit, means, words: heardBy.map(word => cut(word, MOST_CHARACTERS)) };
  }
  const label = node.kind === 'menu' ? node.keys.find(({ key }) => own?.kind === 'key' && key === own.id)?.label : '';
  const means = exit === 'yes' || exit === 'no' || exit === 'refuse' ? exit : null;
  return { exit, means, words: label ? [cut(label, MOST_CHARACTERS)] : [] };
};
