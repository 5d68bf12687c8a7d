import {
  type BaseWords,
  fixedPartsOf,
  isSilent,
  type PlacedSentence,
  type Plan,
  placedSentences,
  planSentences,
  renderSentence,
  saidKeys,
  soundKey,
} from '@lianxian/core';

/** A recording as the rules here see it. */
export interface Recording {
  readonly id: string;
  readonly text: string;
  readonly key: string;
  readonly kind: 'sentence' | 'base' | 'piece';
  readonly speaker: string;
  readonly sound: string;
  readonly chosen: boolean;
  readonly place: string;
}
type PartState = 'recorded' | 'missing' | 'changed';

export interface SentencePart<R extends Recording> {
  readonly text: string;
  readonly state: PartState;
  readonly voices: readonly R[];
  readonly was: R | null;
}
export interface RecordedSentence<R extends Recording> extends PlacedSentence {
  readonly state: PartState | 'synthesised';
  readonly parts: readonly SentencePart<R>[];
}

/** Where a part of a sentence stands: what is recorded there is found again when its text is changed. */
const placeOfPart = (place: string, part: number): string => `${place}.${part}`;

/** Recordings a plan may use: of its speaker, or of anybody; base voices are everybody's. */
const mayUse = (plan: Pick<Plan, 'defaults'>, { kind, speaker }: Recording): boolean => {
  const wanted = plan.defaults.voice?.speaker;
  return kind === 'base' || wanted === undefined || wanted === speaker;
};

export const isSynthesised = (plan: Pick<Plan, 'defaults'>, text: string): boolean =>
  plan.defaults.voice?.synthesised?.includes(text) ?? false;

/** Recordings that a plan may use, found by text and by place. */
interface PlanRecordings<R extends Recording> {
  readonly byKey: ReadonlyMap<string, readonly R[]>;
  readonly byPlace: ReadonlyMap<string, R>;
}

export const recordingsOf = <R extends Recording>(
  plan: Pick<Plan, 'defaults'>,
  all: readonly R[],
): PlanRecordings<R> => {
  const usable = all.filter(each => mayUse(plan, each));
  return {
    byKey: Map.groupBy(usable, ({ key }) => key),
    byPlace: new Map(usable.filter(({ place }) => place !== '').map(each => [each.place, each])),
  };
};

/** The parts of one sentence. Recorded: at least one take is in use. */
export const partsOf = <R extends Recording>(
  text: string,
  place: string,
  { byKey, byPlace }: PlanRecordings<R>,
): readonly SentencePart<R>[] =>
  fixedPartsOf(text).map((part, index) => {
    const voices = byKey.get(soundKey(part)) ?? [];
    if (voices.some(({ chosen }) => chosen)) return { text: part, state: 'recorded', voices, was: null };
    const was = place === '' ? undefined : byPlace.get(placeOfPart(place, index));
    const changed = was !== undefined && was.key !== soundKey(part);
    return { text: part, state: changed ? 'changed' : 'missing', voices, was: changed ? was : null };
  });

/** Worst first: one part that is missing makes the sentence missing. A sentence of variables alone needs no recording. */
export const stateOf = (parts: readonly { readonly state: PartState }[]): PartState =>
  parts.find(({ state }) => state === 'missing')?.state ??
  parts.find(({ state }) => state === 'changed')?.state ??
  'recorded';

/** Every sentence of a plan with what is recorded of it. The same text at two places is one recording. */
export const recordedSentences = <R extends Recording>(
  plan: Plan,
  all: readonly R[],
): readonly RecordedSentence<R>[] => {
  const recordings = recordingsOf(plan, all);
  const synthesised = new Set(plan.defaults.voice?.synthesised);
  return placedSentences(plan).map(sentence => {
    const parts = partsOf(sentence.text, sentence.place, recordings);
    const state = synthesised.has(sentence.text) ? ('synthesised' as const) : stateOf(parts);
    return { ...sentence, state, parts };
  });
};

/** A sentence that keeps a plan from being published. */
export interface VoiceGap {
  readonly place: string;
  readonly text: string;
  readonly of: PlacedSentence['of'];
  readonly state: 'missing' | 'changed';
}

/** More wordings than anybody hears in one call. */
const MOST_FILLERS = 10;

/**
 * What base voices say where a plan has no words of its own (docs/conversation.md#voices: they belong to none): fillers
 * in turn, and the first farewell. Words the plan does write stay its own: a base voice is their sound where the text is
 * the same.
 */
export const baseWordsOf = (base: readonly (Recording & { readonly use: string })[]): BaseWords | undefined => {
  const textsFor = (wanted: string) => [
    ...new Set(base.filter(({ use, chosen }) => chosen && use === wanted).map(({ text }) => text)),
  ];
  const filler = textsFor('filler').slice(0, MOST_FILLERS);
  const [farewell] = textsFor('farewell');
  if (filler.length === 0 && farewell === undefined) return undefined;
  return { ...(filler.length > 0 && { filler }), ...(farewell !== undefined && { farewell }) };
};

/** What must be recorded and is not, or was before its text was changed; nothing where the plan's voice is synthesised. */
export const gapsOf = (plan: Plan, all: readonly Recording[]): readonly VoiceGap[] => {
  if (plan.defaults.voice?.source !== 'recorded') return [];
  return recordedSentences(plan, all).flatMap(({ place, text, of, state }) =>
    state === 'missing' || state === 'changed' ? [{ place, text, of, state }] : [],
  );
};

/** Text → names of the sounds in use, in the order they were recorded: `plan.recorded` of a version. */
export const frozenOf = (plan: Plan, all: readonly Recording[]): Readonly<Record<string, readonly string[]>> => {
  const wanted = new Set(saidKeys(plan));
  const telling = plan.variables.some(({ spoken }) => spoken !== 'asWritten');
  const { byKey } = recordingsOf(plan, all);
  const frozen: Record<string, readonly string[]> = {};
  for (const [key, takes] of byKey) {
    if (!wanted.has(key) && !(telling && takes.some(({ kind }) => kind === 'piece'))) continue;
    const sounds = takes.filter(({ chosen }) => chosen).map(({ sound }) => sound);
    if (sounds.length > 0) frozen[key] = [...new Set(sounds)];
  }
  return frozen;
};

/** What a variable is told with while one listens in the editor. */
export const sampleValues = (plan: Pick<Plan, 'variables'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    plan.variables.map(({ name, label, fallback, spoken }) => [name, fallback || samples[spoken] || label]),
  );
const samples = { asWritten: '', digits: '13800138000', amount: '350', date: '2026-11-21', surname: '王女士' } as const;

/** How many sentences a version has, and in how many of them something is synthesised. */
export const synthesisedOf = (plan: Plan): { readonly sentences: number; readonly synthesised: number } => {
  const variables = new Map(plan.variables.map(variable => [variable.name, variable]));
  const recordings = { recorded: plan.recorded, turn: 0 };
  const texts = planSentences(plan);
  const isSpoken = (text: string) =>
    renderSentence(text, variables, sampleValues(plan), recordings).segments.some(
      segment => segment.prompt === undefined && !isSilent(segment.text),
    );
  return { sentences: texts.length, synthesised: texts.filter(isSpoken).length };
};
