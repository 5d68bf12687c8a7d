import type { GuideQuestion } from './guide.ts';

/**
 * A guide that is being answered. What is asked follows from what was answered: the questions that the chosen options lead
 * to, from the root on. Browser and server reckon with the same functions.
 */
export interface GuideAnswer {
  /** The question. */
  readonly i: string;
  /** What was chosen of its options. */
  readonly values: readonly string[];
  /** Something else, in words; '': ticked and not said yet, null: not ticked. */
  readonly other: string | null;
}

/** An answer as it travels: question, its title, what was answered, several joined by ";". */
export interface WireAnswer {
  readonly i: string;
  readonly q: string;
  readonly r: string;
}

/** 0: what must be answered is; 1: a required question on the way is not; 2: "other" is ticked and says nothing. */
export type GuideCheck = 0 | 1 | 2;

const answerOf = (answers: readonly GuideAnswer[], id: string) => answers.find(({ i }) => i === id);

/** Ids of where the chosen options lead, in the order of the options. */
const leadsOf = ({ id, options }: GuideQuestion, answers: readonly GuideAnswer[]): readonly string[] => {
  const chosen = answerOf(answers, id)?.values ?? [];
  return options.filter(({ v, n }) => n !== '' && chosen.includes(v)).map(({ n }) => n);
};

/** The questions that these answers open, in the order in which they are asked, each once. */
export const pathOf = (
  questions: readonly GuideQuestion[],
  answers: readonly GuideAnswer[],
): readonly GuideQuestion[] => {
  const byId = new Map(questions.map(question => [question.id, question]));
  const path = new Set(questions.filter(({ isRoot }) => isRoot));
  // A set is walked in the order in which it grows.
  for (const question of path)
    for (const id of leadsOf(question, answers)) {
      const next = byId.get(id);
      if (next) path.add(next);
    }
  return [...path];
};

const faultOf = (question: GuideQuestion, answers: readonly GuideAnswer[]): GuideCheck => {
  const { values = [], other = null } = answerOf(answers, question.id) ?? {};
  if (other !== null && other.trim() === '') return 2;
  return question.isRequired && values.length === 0 && other === null ? 1 : 0;
};

/** The first question on the way that keeps the guide from being done; null: it is done. */
export const firstOpen = (questions: readonly GuideQuestion[], answers: readonly GuideAnswer[]): GuideQuestion | null =>
  pathOf(questions, answers).find(question => faultOf(question, answers) !== 0) ?? null;

/** May one hang up, close, submit? By the first question that keeps one from it. */
export const guideCheckOf = (questions: readonly GuideQuestion[], answers: readonly GuideAnswer[]): GuideCheck => {
  const open = firstOpen(questions, answers);
  return open === null ? 0 : faultOf(open, answers);
};

/** What a call-back's guidance shows: 2 the call is over; in it 0 once all that must be is answered, else 1. */
export const linkSOf = (isOver: boolean, check: GuideCheck): 0 | 1 | 2 => {
  if (isOver) return 2;
  return check === 0 ? 0 : 1;
};

const JOINT = ';';
const WIDE_JOINT = '；';
const escaped = (text: string): string => text.trim().replaceAll(JOINT, WIDE_JOINT);

/** Of the questions on the way that were answered, in their order. */
export const answersToWire = (
  questions: readonly GuideQuestion[],
  answers: readonly GuideAnswer[],
): readonly WireAnswer[] =>
  pathOf(questions, answers).flatMap(({ id, title, options }) => {
    const { values = [], other = null } = answerOf(answers, id) ?? {};
    const chosen = options.filter(({ v }) => values.includes(v)).map(({ v }) => escaped(v));
    const said = other === null ? chosen : [...chosen, escaped(other)];
    return said.length === 0 ? [] : [{ i: id, q: title, r: said.join(JOINT) }];
  });

/** Read back: what is no option of the question is "other", where it has one, and else was not answered. */
export const answersFromWire = (
  questions: readonly GuideQuestion[],
  wire: readonly Pick<WireAnswer, 'i' | 'r'>[],
): readonly GuideAnswer[] =>
  wire.flatMap(({ i, r }) => {
    const question = questions.find(({ id }) => id === i);
    if (question === undefined) return [];
    const parts = r === '' ? [] : r.split(JOINT).map(part => part.trim());
    const values = question.options.filter(({ v }) => parts.includes(escaped(v))).map(({ v }) => v);
    const rest = parts.filter(part => !values.some(value => escaped(value) === part));
    const several = question.type === 1 ? values.slice(0, 1) : values;
    return [{ i, values: several, other: question.hasOther && rest.length > 0 ? rest.join(WIDE_JOINT) : null }];
  });
