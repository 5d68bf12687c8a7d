import { type GuideAnswer, type GuideCheck, type GuideQuestion, guideCheckOf, pathOf } from '@lianxian/core';

/** A question with what was answered to it. */
export interface Asked {
  readonly question: GuideQuestion;
  readonly answer: GuideAnswer | null;
}

/** The guide as it stands before the seat: what was answered, what is asked now, what may come. */
export interface Flow {
  /** On the way and answered, in the order in which they were asked. */
  readonly answered: readonly Asked[];
  readonly current: Asked | null;
  /** Not answered: on the way (`isReached`: one may turn to it), or behind an option that may still be chosen. */
  readonly ahead: readonly { readonly question: GuideQuestion; readonly isReached: boolean }[];
  /** Of a question on the way or ahead: its number, from 1. */
  readonly numberOf: (id: string) => number;
  readonly required: { readonly done: number; readonly all: number };
  readonly check: GuideCheck;
}

/** Where the seat is in the guide; nothing of it is kept. */
export interface Stand {
  /** Worked at until one goes on: several choices, words, an answer that is changed. */
  readonly staying: string | null;
  /** Optional ones that are left out. */
  readonly skipped: readonly string[];
}

export const isAnswered = (answer: GuideAnswer | null): answer is GuideAnswer =>
  answer !== null && (answer.values.length > 0 || answer.other !== null) && answer.other?.trim() !== '';

/** All that the options of `from` may still lead to, each once. */
const reachable = (questions: readonly GuideQuestion[], from: readonly GuideQuestion[]): readonly GuideQuestion[] => {
  const byId = new Map(questions.map(question => [question.id, question]));
  const found = new Set(from);
  // A set is walked in the order in which it grows.
  for (const { options } of found)
    for (const { n } of options) {
      const next = byId.get(n);
      if (next) found.add(next);
    }
  return [...found];
};

export const flowOf = (
  questions: readonly GuideQuestion[],
  answers: readonly GuideAnswer[],
  { staying, skipped }: Stand,
): Flow => {
  const path = pathOf(questions, answers);
  const asked = path.map(question => ({ question, answer: answers.find(({ i }) => i === question.id) ?? null }));
  const open = asked.filter(({ answer }) => !isAnswered(answer));
  const current =
    asked.find(({ question }) => question.id === staying) ??
    open.find(({ question }) => !skipped.includes(question.id)) ??
    null;
  const answered = asked.filter(each => each !== current && isAnswered(each.answer));
  const onWay = new Set(path);
  const may = reachable(
    questions,
    open.map(({ question }) => question),
  ).filter(question => !onWay.has(question));
  const ahead = [
    ...open.flatMap(each => (each === current ? [] : { question: each.question, isReached: true })),
    ...may.map(question => ({ question, isReached: false })),
  ];
  const all = [...path, ...may];
  return {
    answered,
    current,
    ahead,
    numberOf: id => all.findIndex(question => question.id === id) + 1,
    required: {
      done: asked.filter(({ question, answer }) => question.isRequired && isAnswered(answer)).length,
      all: all.filter(({ isRequired }) => isRequired).length,
    },
    check: guideCheckOf(questions, answers),
  };
};

const replaced = (answers: readonly GuideAnswer[], answer: GuideAnswer): readonly GuideAnswer[] => [
  ...answers.filter(({ i }) => i !== answer.i),
  ...(answer.values.length === 0 && answer.other === null ? [] : [answer]),
];

const answerIn = (answers: readonly GuideAnswer[], i: string): GuideAnswer =>
  answers.find(each => each.i === i) ?? { i, values: [], other: null };

/** An option is chosen, of several chosen or left. */
export const choose = (
  answers: readonly GuideAnswer[],
  { id, type }: GuideQuestion,
  value: string,
): readonly GuideAnswer[] => {
  const { values, other } = answerIn(answers, id);
  if (type === 1) return replaced(answers, { i: id, values: [value], other: null });
  const next = values.includes(value) ? values.filter(each => each !== value) : [...values, value];
  return replaced(answers, { i: id, values: next, other });
};

/** Something else, in words; null: not any more. One choice gives way to it. */
export const sayOther = (
  answers: readonly GuideAnswer[],
  { id, type }: GuideQuestion,
  other: string | null,
): readonly GuideAnswer[] => {
  const { values } = answerIn(answers, id);
  return replaced(answers, { i: id, values: type === 1 && other !== null ? [] : values, other });
};
