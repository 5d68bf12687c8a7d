import type { Sentence, SentenceSegment } from '../events/events.ts';
import type { Accepts, Plan, PlanVariable } from '../plan/plan.ts';
import { isSilent, piecesAloud, soundKey } from './aloud.ts';
import { valueNamed } from './values.ts';

/** `${name}` in a sentence of a plan. */
const placeholder = /\$\{([^}]*)\}/g;

/** Names of the variables in a sentence, as written. */
export const variablesOf = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(match => match[1]!.trim());

/** The parts of a sentence that every callee hears, in order: what a speaker records of it. */
export const fixedPartsOf = (text: string): readonly string[] =>
  text.split(/\$\{[^}]*\}/).filter(part => !isSilent(part));

/** Recordings of a published plan, and which of several takes it is the turn of. */
interface Recordings {
  readonly recorded: Readonly<Record<string, readonly string[]>> | undefined;
  readonly turn: number;
}
const none: Recordings = { recorded: undefined, turn: 0 };

/** The recording of a text, by name; none where nobody recorded it. */
const recordingOf = ({ recorded, turn }: Recordings, text: string): string | undefined => {
  const key = soundKey(text);
  const takes = recorded !== undefined && Object.hasOwn(recorded, key) ? recorded[key] : undefined;
  return takes?.[turn % takes.length];
};

const segmentOf = (segment: SentenceSegment, recordings: Recordings): SentenceSegment => {
  const prompt = recordingOf(recordings, segment.text);
  return prompt === undefined ? segment : { ...segment, prompt };
};

/** A value in a speaker's voice where all its pieces are recorded, or itself is; else it is synthesised whole. */
const valueSegments = (value: SentenceSegment, recordings: Recordings): readonly SentenceSegment[] => {
  const whole = segmentOf(value, recordings);
  if (whole.prompt !== undefined || recordings.recorded === undefined) return [whole];
  const pieces = piecesAloud(value.text, value.spoken)?.map(text =>
    segmentOf({ text, fixed: false, spoken: 'asWritten' }, recordings),
  );
  return pieces?.every(({ text, prompt }) => prompt !== undefined || isSilent(text)) ? pieces : [whole];
};

/**
 * A sentence for one callee: fixed parts as they stand in the plan (shared prompts), variable parts filled from `values`,
 * else from the variable's fallback. Where a variable is empty the comma that would be left over goes with it. What is
 * recorded carries its recording; the text is the one shown, figures as figures.
 */
export const renderSentence = (
  text: string,
  variables: ReadonlyMap<string, PlanVariable>,
  values: Readonly<Record<string, string>>,
  recordings: Recordings = none,
): Sentence => {
  const segments: SentenceSegment[] = [];
  const shown: string[] = [];
  let from = 0;
  let dropComma = false;
  const fixed = (part: string) => {
    const kept = dropComma ? part.replace(/^[，、,]\s*/, '') : part;
    dropComma = false;
    if (kept.trim() === '') return;
    segments.push(segmentOf({ text: kept, fixed: true, spoken: 'asWritten' }, recordings));
    shown.push(kept);
  };
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) fixed(text.slice(from, match.index));
    from = match.index + match[0].length;
    const name = match[1]!.trim();
    const variable = variables.get(name);
    const value = (valueNamed(values, name) || variable?.fallback.trim()) ?? '';
    const before = shown.at(-1);
    if (value !== '') {
      const segment = { text: value, fixed: false, spoken: variable?.spoken ?? 'asWritten' } as const;
      segments.push(...valueSegments(segment, recordings));
      shown.push(value);
    } else dropComma = before === undefined || /[，、,。！？]$/.test(before);
  }
  if (from < text.length) fixed(text.slice(from));
  return { segments, text: shown.join('') };
};

/** Where in a plan a sentence stands: `place` stays its own while its text is changed. */
export interface PlacedSentence {
  readonly place: string;
  readonly text: string;
  /** The node or knowledge item it belongs to; null: the plan's defaults. */
  readonly of: { readonly id: string; readonly name: string } | null;
  readonly role: SentenceRole;
}
type SentenceRole =
  | 'announcement'
  | 'says'
  | 'answer'
  | 'silence'
  | 'notUnderstood'
  | 'outside'
  | 'waiting'
  | 'announced'
  | 'filler'
  | 'farewell'
  | 'apology';

/** Every sentence of a plan where it stands, empty ones left out: the announcement first, then the flows as they are drawn. */
export const placedSentences = (plan: Plan): readonly PlacedSentence[] => {
  const found: PlacedSentence[] = [];
  const add = (of: PlacedSentence['of'], role: SentenceRole, texts: readonly string[] = []) =>
    texts.forEach((text, index) => {
      const place = `${of === null ? '' : of.id}/${role}/${index}`;
      if (text.trim() !== '') found.push({ place, text, of, role });
    });
  const { announcement, silence, notUnderstood } = plan.defaults;
  add(null, 'announcement', [announcement]);
  for (const node of plan.flows.flatMap(flow => flow.nodes)) {
    const of = { id: node.id, name: node.name };
    if ('sentences' in node) add(of, 'says', node.sentences);
    if (node.kind === 'transfer') {
      add(of, 'waiting', node.waiting);
      if (node.to.type === 'outside') add(of, 'announced', [node.to.announcement]);
    }
    if ('silence' in node) add(of, 'silence', node.silence?.sentences);
    if ('notUnderstood' in node) add(of, 'notUnderstood', node.notUnderstood?.sentences);
    if (node.kind === 'collect') add(of, 'outside', outsideOf(node.accepts));
  }
  for (const { id, name, answers } of plan.knowledge) add({ id, name }, 'answer', answers);
  add(null, 'silence', silence.sentences);
  add(null, 'notUnderstood', notUnderstood.sentences);
  add(null, 'filler', asksWorld(plan) ? fillersOf(plan) : plan.defaults.filler?.sentences);
  add(null, 'farewell', [farewellOf(plan)]);
  add(null, 'apology', [plan.defaults.apology ?? '']);
  return found;
};

/** What is said to an answer outside of what is taken. */
export const outsideOf = (accepts: Accepts): readonly string[] =>
  accepts.type === 'date' && accepts.within ? [accepts.within.sentence] : [];

/** Every sentence a plan can say, once each: what a voice may prepare before the first call. */
export const planSentences = (plan: Plan): readonly string[] => [
  ...new Set(placedSentences(plan).map(({ text }) => text)),
];

/**
 * Names of the texts (`soundKey`) a plan says from recordings: fixed parts of its sentences, those left out that are
 * synthesised by choice.
 */
export const saidKeys = (plan: Plan): readonly string[] => {
  const synthesised = new Set(plan.defaults.voice?.synthesised);
  const recorded = planSentences(plan).filter(text => !synthesised.has(text));
  return [...new Set(recorded.flatMap(text => fixedPartsOf(text).map(soundKey)))];
};

/** Variables its sentences say and the callee itself does not tell: filled by whoever places the call, else the fallback. */
export const variablesToFill = (plan: Plan): readonly PlanVariable[] => {
  const said = new Set(planSentences(plan).flatMap(variablesOf));
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  const told = new Set(nodes.flatMap(node => (node.kind === 'collect' ? [node.variable] : [])));
  return plan.variables.filter(({ name }) => said.has(name) && !told.has(name));
};

/** Said while the world is asked, where the plan has no own words for it. */
const defaultFiller = '请稍等。';

/** The plan's fillers, else those of the base voices; never none, since nobody should hear a dead line. */
export const fillersOf = ({ defaults, base }: Pick<Plan, 'defaults' | 'base'>): readonly string[] => {
  const own = defaults.filler?.sentences.filter(text => text.trim() !== '') ?? [];
  return own.length > 0 ? own : (base?.filler ?? [defaultFiller]);
};

/** Does the plan ever ask something that may take long? */
const asksWorld = (plan: Plan): boolean =>
  (plan.defaults.modelMs ?? 0) > 0 ||
  plan.flows.some(({ nodes }) => nodes.some(({ kind }) => kind === 'webhook' || kind === 'sms' || kind === 'llm'));

/** Said before the robot gives up, where the plan has no own words for it. */
const defaultFarewell = '那我先不打扰您了，再见。';

/** The plan's farewell, else that of the base voices, else the house's. */
export const farewellOf = ({ defaults, base }: Pick<Plan, 'defaults' | 'base'>): string =>
  defaults.farewell ?? base?.farewell ?? defaultFarewell;

/** Said to two people whose talk can be paid for some seconds yet; no plan need have a recording of it. */
export const endingSoon = '提醒一下，本次通话即将结束，请尽快说完。';

/** Said to a callee whose seat did not come back, and whom nobody else took; no plan need have a recording of it. */
export const seatGoneFarewell = '抱歉，您的通话暂时无法接通，我们会尽快再联系您，再见。';

/** Asked where a day or an hour leaves something open; no plan need have a recording of it. */
export const openQuestions = { day: '您说的是哪一天？', half: '是上午、下午，还是晚上？' } as const;

/** What of these the plan may come to ask. */
export const openQuestionsOf = ({ flows }: Pick<Plan, 'flows'>): readonly string[] =>
  flows.some(({ nodes }) => nodes.some(node => node.kind === 'collect' && node.accepts.type === 'date'))
    ? Object.values(openQuestions)
    : [];

/** Said to who wants no more calls, where the plan has no own words for it; no plan need have a recording of it. */
const defaultApology = '不好意思，打扰您了，以后不会再打给您，再见。';

export const apologyOf = ({ defaults }: Pick<Plan, 'defaults'>): string => defaults.apology || defaultApology;
