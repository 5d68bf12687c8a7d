import {
  type CompiledPlan,
  type ConversationEvent,
  type Flow,
  type Interruption,
  isBackchannel,
  type PlanNode,
  type SpeakNode,
  startConversation,
  stepConversation,
} from '../conversation/index.ts';
import { after, createTimeline, type Instant, instant } from '../kit/index.ts';
import { pace } from './robot-side.ts';

/**
 * Real recordings against other settings: what would the robot have done about each voice that came while it spoke?
 *
 * The moment is played through the machine of a call: the robot says the line it said, under the setting that is tried,
 * and the callee's voice (from the recording) and words (from the transcript) come when they came. Then it is judged:
 *
 *   - *mattered*: the plan understands what was said there, and it is more than a back-channel (嗯, 对, 好的);
 *   - *false*: the robot stopped, or broke off and went on, for a voice that did not matter;
 *   - *missed*: what was said mattered, and the robot talked on for `GRACE_MS` or longer after it.
 *
 * A voice that mattered and stopped the robot, and one that did not and left it talking, are right.
 */
export interface OverlapMoment {
  /** Node or knowledge item the robot's line belongs to. */
  readonly node: string;
  readonly robotText: string;
  /** The robot's line would have taken so long, had nothing stopped it. */
  readonly robotMs: number;
  /** Voices of the callee, from the robot's first sound. */
  readonly voices: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** Whole sentences that were recognised, when they were. */
  readonly sentences: readonly { readonly atMs: number; readonly text: string }[];
}

export interface InterruptionSetting {
  /** Null: as each node of the plan says. */
  readonly interruption: Interruption | null;
  /** Instead of the plan's own, where given. */
  readonly backchannels?: readonly string[];
}

type InterruptionVerdict = 'right' | 'false' | 'missed';

interface InterruptionJudged {
  readonly verdict: InterruptionVerdict;
  readonly mattered: boolean;
  /** When the robot stopped; null where it did not. */
  readonly stoppedMs: number | null;
  /** It had stopped for nothing and went on by itself. */
  readonly resumed: boolean;
}

/** Talking on so long after something that mattered is not listening: a breath and a syllable are shorter. */
const GRACE_MS = 800;

const spokenNode = 'spoken';
/** A line and what is said over it; a moment is cut there. */
const LONGEST_MOMENT_MS = 60_000;

export const judgeInterruption = (
  plan: CompiledPlan,
  moment: OverlapMoment,
  setting: InterruptionSetting,
): InterruptionJudged => {
  const staged = stagedPlan(plan, moment, setting);
  const { stoppedMs, resumed, mattered, matteredAt } = playMoment(staged, moment);
  const talkedOn = matteredAt !== null && moment.robotMs - matteredAt >= GRACE_MS && (stoppedMs === null || resumed);
  if (mattered) return { verdict: talkedOn ? 'missed' : 'right', mattered, stoppedMs, resumed };
  return { verdict: stoppedMs === null ? 'right' : 'false', mattered, stoppedMs, resumed };
};

/** The plan beginning at that line, with the setting that is tried. */
const stagedPlan = (plan: CompiledPlan, moment: OverlapMoment, setting: InterruptionSetting): CompiledPlan => {
  const here = plan.nodes.get(moment.node);
  const own = here && 'interruption' in here ? here.interruption : plan.knowledge.get(moment.node)?.interruption;
  const first = plan.nodes.values().next().value?.id ?? '';
  const routers = here && 'routers' in here ? here.routers : [];
  const node: SpeakNode = {
    kind: 'speak',
    id: spokenNode,
    name: moment.node,
    sentences: [moment.robotText],
    interruption: setting.interruption ?? own ?? { when: 'always' },
    routers: routers.length > 0 ? routers : [{ on: 'other', to: first }],
    ...(here && 'ignoring' in here && here.ignoring && { ignoring: here.ignoring }),
  };
  const flow: Flow = { id: spokenNode, name: spokenNode, rootNode: spokenNode, nodes: [node] };
  const { backchannels } = setting;
  const defaults = { ...plan.plan.defaults, announcement: '', ...(backchannels && { backchannels }) };
  return {
    ...plan,
    plan: { ...plan.plan, rootFlow: spokenNode, defaults },
    nodes: new Map<string, PlanNode>([...plan.nodes, [spokenNode, node]]),
    flows: new Map([...plan.flows, [spokenNode, flow]]),
  };
};

interface Played {
  stoppedMs: number | null;
  resumed: boolean;
  mattered: boolean;
  /** When the first sentence that mattered was known. */
  matteredAt: number | null;
}

/** Runs the robot's line and what came over it; from the line's first sound. */
const playMoment = (plan: CompiledPlan, moment: OverlapMoment): Played => {
  const timeline = createTimeline<ConversationEvent>();
  const played: Played = { stoppedMs: null, resumed: false, ...whatMattered(plan, moment) };
  let state = startConversation(plan);
  let begun: Instant | null = null;
  let said = 0;
  timeline.post({ type: 'conversation.started', variables: {}, minuteOfDay: 600 }, instant(0));

  const onSay = (prompt: number, fromMs: number, at: Instant): void => {
    said += 1;
    timeline.setTimer('prompt', { type: 'prompt.finished', prompt }, after(at, Math.max(0, moment.robotMs - fromMs)));
    if (fromMs > 0) played.resumed = true;
    if (begun === null) {
      begun = at;
      postCallee(timeline, moment, at);
    }
  };
  const until = instant(LONGEST_MOMENT_MS);
  for (let next = timeline.next(until); next; next = timeline.next(until)) {
    const step = stepConversation(state, next.event, next.at);
    if (step.kind !== 'moved') continue;
    state = step.state;
    for (const effect of step.effects) {
      if (effect.type === 'say') onSay(effect.prompt, effect.fromMs ?? 0, next.at);
      else if (effect.type === 'stopSaying') {
        played.stoppedMs ??= next.at - (begun ?? next.at);
        timeline.clearTimer('prompt');
        const heardMs = next.at - (begun ?? next.at);
        timeline.post({ type: 'prompt.stopped', prompt: effect.prompt, heardMs }, next.at);
      } else if (effect.type === 'setTimer')
        timeline.setTimer(effect.timer, { type: 'timer.fired', timer: effect.timer }, effect.at);
      else if (effect.type === 'clearTimer') timeline.clearTimer(effect.timer);
    }
    // The flow has left the line, or the line is through and something else is said.
    if (begun !== null && (state.node !== spokenNode || (said > 1 && !played.resumed))) break;
  }
  return played;
};

const postCallee = (
  timeline: { readonly post: (event: ConversationEvent, at: Instant) => void },
  { voices, sentences }: OverlapMoment,
  begun: Instant,
): void => {
  for (const { fromMs, toMs } of voices) {
    timeline.post({ type: 'callee.speaking' }, after(begun, fromMs + pace.voiceNoticed));
    timeline.post({ type: 'callee.quiet' }, after(begun, toMs + pace.quietNoticed));
  }
  for (const { atMs, text } of sentences) timeline.post({ type: 'callee.sentence', text }, after(begun, atMs));
};

/** Judged apart from any setting: the same words, with the robot quiet. */
const whatMattered = (plan: CompiledPlan, { sentences }: OverlapMoment): Pick<Played, 'mattered' | 'matteredAt'> => {
  const known = sentences.find(({ text }) => !isBackchannel(text) && isUnderstood(plan, text));
  return { mattered: known !== undefined, matteredAt: known?.atMs ?? null };
};

/** Does the plan understand it at this line, when nobody is spoken over? */
const isUnderstood = (plan: CompiledPlan, text: string): boolean => {
  let state = startConversation(plan);
  let at = instant(0);
  const send = (event: ConversationEvent): boolean => {
    const step = stepConversation(state, event, at);
    if (step.kind !== 'moved') return false;
    state = step.state;
    return step.effects.some(
      effect => effect.type === 'note' && effect.note.type === 'callee.said' && effect.note.understood !== null,
    );
  };
  send({ type: 'conversation.started', variables: {}, minuteOfDay: 600 });
  at = state.timers.silence ?? at;
  send({ type: 'timer.fired', timer: 'silence' });
  const prompt = state.queue[0]?.prompt;
  if (prompt !== undefined) send({ type: 'prompt.finished', prompt });
  return send({ type: 'callee.sentence', text });
};
