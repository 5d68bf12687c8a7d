import type { Instant } from '../../kit/index.ts';
import type { CompiledPlan } from '../compile/compile.ts';
import type {
  Answered,
  Ask,
  ConversationEffect,
  ConversationSummary,
  ConversationTimer,
  Counts,
} from '../events/events.ts';
import type { When } from '../events/when.ts';
import type { Exit } from '../plan/exit.ts';
import type { Interruption, KnowledgeItem, Side } from '../plan/plan.ts';

/** See the picture in `machine.ts`. */
export const conversationKinds = [
  'fresh',
  'greeting',
  'saying',
  'listening',
  'hearing',
  'keying',
  'asking',
  'handed',
  'parting',
  'leaving',
  'ended',
] as const;
export type ConversationKind = (typeof conversationKinds)[number];

export interface ConversationState {
  readonly plan: CompiledPlan;
  readonly kind: ConversationKind;
  readonly startedAt: Instant | null;
  readonly minuteOfDay: number;
  /** The merchant's day when it started; null where nobody told. */
  readonly date: string | null;
  /** Variables of the callee, and answers as they come. */
  readonly values: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, string>>;
  /** Of answers that name a day or an hour: what they mean. */
  readonly dates: Readonly<Record<string, When>>;
  /** The node the flow stands at; empty before the start. */
  readonly node: string;
  /** A knowledge item that is being answered at `node`. */
  readonly aside: string | null;
  /** How often each node was entered: for visit limits. */
  readonly visits: Readonly<Record<string, number>>;
  /** Nodes entered since the robot last listened: a circle that never listens ends. */
  readonly hops: number;
  /** How often each node or knowledge item has spoken: sentences are taken in turn. */
  readonly spoken: Readonly<Record<string, number>>;
  /** First: what is being said. The rest follows. Empty when the robot is quiet. */
  readonly queue: readonly Saying[];
  readonly afterQueue: AfterQueue;
  /** The last sentence with a content: what 「再说一遍」 wants. */
  readonly lastSaid: Saying | null;
  /** What the world is asked and has not answered. */
  readonly asking: Asking | null;
  /** Asks so far; the number of the last one. */
  readonly asks: number;
  /** What was said so far, for a language model. */
  readonly said: readonly SaidLine[];
  /** Turns of the free talk at this node. */
  readonly freeTurns: number;
  /** Prompts we asked to stop and have not heard of again. */
  readonly stopping: readonly number[];
  /** Silences and misses at this node since something was understood. */
  readonly silences: number;
  readonly misses: number;
  /** An answer of this node of which something is being asked: which day, which half of it. */
  readonly unclear: KeptAnswer | null;
  /** When 「nobody speaks」 is due; outlives a cough. */
  readonly silenceDue: Instant | null;
  /** Since when the callee's voice is heard; null while quiet. */
  readonly voiceSince: Instant | null;
  /** What the callee is saying or has said and was not answered to yet. */
  readonly turn: CalleeTurn | null;
  readonly keys: { readonly pressed: string; readonly since: Instant } | null;
  readonly timers: Readonly<Partial<Record<ConversationTimer, Instant>>>;
  /** Transcript lines so far; a prompt's number is its line. */
  readonly lines: number;
  readonly counts: Counts;
  /** Intents and knowledge items the callee's words held, by id, and how often; a turn counts once. */
  readonly met: Readonly<Record<string, number>>;
  readonly knowledgeUsed: Readonly<Record<string, number>>;
  readonly path: readonly PathStep[];
  /** A person has taken the call. */
  readonly transferred: boolean;
  /** Why the robot leaves, for the last step of the path. */
  readonly partingBy: Exit | null;
  /** Whoever was called wants no more calls, and the robot is on its way out for it. */
  readonly letsGo: boolean;
  /** It was told already that the callee speaks of calling in an authority. */
  readonly authorityTold: boolean;
}

/** In words; `when`: the day and hour they mean. */
export interface KeptAnswer {
  readonly value: string;
  readonly when?: When;
  /** A question that was asked with it. */
  readonly asked?: KnowledgeItem;
  /** The callee's line; null: it has none of its own. */
  readonly line: number | null;
}

export type PathStep = ConversationSummary['path'][number];

/** One sentence on its way to the callee. */
export interface Saying {
  /** As in the plan, variables not yet filled. */
  readonly text: string;
  /** Node or knowledge item it belongs to. */
  readonly source: string;
  readonly interruption: Interruption;
  /** Does it put the node's question? A yes to anything else is no answer. */
  readonly asks: boolean;
  /** Which of several recordings it is the turn of. */
  readonly take?: number;
  readonly prompt: number;
  readonly since: Instant | null;
  /** Characters to be voiced; a measure of how long it takes. */
  readonly length: number;
  /** Goes on from here: it was stopped by mistake. */
  readonly fromMs?: number;
  /** Only fills a pause: nobody wants it said again. */
  readonly filler?: true;
  /** Words of a language model: said as they are. */
  readonly verbatim?: true;
}

interface Asking {
  readonly ask: number;
  readonly what: Ask;
  /** It came while a filler was being said. */
  readonly answer: Answered | null;
  /** Fillers said since it was asked. */
  readonly fillers: number;
}

interface SaidLine {
  readonly by: Side;
  readonly text: string;
}

export type AfterQueue =
  | { readonly type: 'listen' }
  /** `told`: what the node there would ask for. */
  | { readonly type: 'go'; readonly by: Exit; readonly to: string; readonly told?: KeptAnswer }
  /** What the node wants of the world. */
  | { readonly type: 'ask' }
  | { readonly type: 'hangUp' };

export interface CalleeTurn {
  readonly line: number | null;
  /** Voice onset where known, else when words came first. */
  readonly since: Instant;
  readonly texts: readonly string[];
  /** Of each text, one a character; null where the rim made none. */
  readonly syllables: readonly (readonly string[] | null)[];
  /** When the last of them came. */
  readonly saidAt: Instant | null;
  /** Words of a sentence not finished yet were shown. */
  readonly hasWords: boolean;
  readonly whileRobotSpoke: boolean;
  /** It asks not to be called again. */
  readonly wantsNoCalls: boolean;
  /** What it stopped, and whether most of it had been heard by then. */
  readonly interrupted: Interrupted | null;
  /** Was it said over the node's question, or over something else the robot said? */
  readonly overQuestion: boolean;
}

/** A prompt the callee's voice stopped, and all that is needed to go on with it. */
interface Interrupted {
  readonly saying: Saying;
  readonly rest: readonly Saying[];
  readonly afterQueue: AfterQueue;
  readonly mostlyHeard: boolean;
  /** Of the whole sentence; null until the rim has told. */
  readonly heardMs: number | null;
}

/** One step in the making: the state so far and what is to be done, in order. */
export interface Draft {
  readonly at: Instant;
  state: ConversationState;
  readonly effects: ConversationEffect[];
}

export const patch = (draft: Draft, change: Partial<ConversationState>): Draft => {
  draft.state = { ...draft.state, ...change };
  return draft;
};

/** Counts one more of what level rules ask about. */
export const tally = (draft: Draft, what: keyof Counts): Draft =>
  patch(draft, { counts: { ...draft.state.counts, [what]: draft.state.counts[what] + 1 } });

export const setTimer = (draft: Draft, timer: ConversationTimer, at: Instant): Draft => {
  patch(draft, { timers: { ...draft.state.timers, [timer]: at } });
  draft.effects.push({ type: 'setTimer', timer, at });
  return draft;
};

export const clearTimer = (draft: Draft, timer: ConversationTimer): Draft => {
  if (draft.state.timers[timer] === undefined) return draft;
  const { [timer]: _, ...timers } = draft.state.timers;
  patch(draft, { timers });
  draft.effects.push({ type: 'clearTimer', timer });
  return draft;
};

/** A fresh line of the transcript. */
export const nextLine = (draft: Draft): number => {
  patch(draft, { lines: draft.state.lines + 1 });
  return draft.state.lines;
};

export const startConversation = (plan: CompiledPlan): ConversationState => ({
  plan,
  kind: 'fresh',
  startedAt: null,
  minuteOfDay: 0,
  date: null,
  values: {},
  answers: {},
  dates: {},
  node: '',
  aside: null,
  visits: {},
  hops: 0,
  spoken: {},
  queue: [],
  afterQueue: { type: 'listen' },
  lastSaid: null,
  asking: null,
  asks: 0,
  said: [],
  freeTurns: 0,
  stopping: [],
  silences: 0,
  misses: 0,
  unclear: null,
  silenceDue: null,
  voiceSince: null,
  turn: null,
  keys: null,
  timers: {},
  lines: 0,
  counts: {
    turns: 0,
    positives: 0,
    negatives: 0,
    refusals: 0,
    notUnderstood: 0,
    silences: 0,
    interruptions: 0,
    questions: 0,
  },
  met: {},
  knowledgeUsed: {},
  path: [],
  transferred: false,
  partingBy: null,
  letsGo: false,
  authorityTold: false,
});
