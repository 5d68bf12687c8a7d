/**
 * Guide questions (导航问题): what a seat asks a callee, one question after the other. Each option names the question it
 * leads to; one question is the root. The rule runs on the server when questions are written and in the browser while
 * they are drawn.
 */
export interface GuideQuestion {
  readonly id: string;
  readonly title: string;
  /** 1: one of the options, 2: several. */
  readonly type: 1 | 2;
  readonly options: readonly GuideOption[];
  readonly isRoot: boolean;
  readonly isRequired: boolean;
  /** Something else may be answered in words. */
  readonly hasOther: boolean;
}

export interface GuideOption {
  /** What is chosen. */
  readonly v: string;
  /** Id of the next question; empty: the guide ends here. */
  readonly n: string;
}

export type GuideFault = {
  /** The question in question; empty where it is none of them. */
  readonly question: string;
} & (
  | { readonly fault: 'noRoot' | 'manyRoots' | 'noTitle' | 'noOptions' | 'emptyOption' | 'sameOption' | 'circle' }
  /** An option leads to a question that is not there. */
  | { readonly fault: 'leadsNowhere'; readonly option: string }
  /** No answer leads here: nobody will be asked. */
  | { readonly fault: 'unreached' }
);

/** Faults that only leave a question unasked; everything else would break the guide. */
export const isMild = ({ fault }: GuideFault): boolean => fault === 'unreached';

/** All faults, in the order of the questions. */
export const guideFaultsOf = (questions: readonly GuideQuestion[]): readonly GuideFault[] => {
  if (questions.length === 0) return [];
  const byId = new Map(questions.map(question => [question.id, question]));
  const roots = questions.filter(({ isRoot }) => isRoot);
  const circle = circleOf(questions, byId);
  const reached = reachedFrom(roots, byId);
  return [
    ...(roots.length === 0 ? [{ question: '', fault: 'noRoot' } as const] : []),
    ...roots.slice(1).map(({ id }) => ({ question: id, fault: 'manyRoots' }) as const),
    ...questions.flatMap(question => [
      ...ownFaults(question, byId),
      ...(circle === question.id ? [{ question: question.id, fault: 'circle' } as const] : []),
      ...(roots.length > 0 && !reached.has(question.id)
        ? [{ question: question.id, fault: 'unreached' } as const]
        : []),
    ]),
  ];
};

type ById = ReadonlyMap<string, GuideQuestion>;

const ownFaults = ({ id, title, options, hasOther }: GuideQuestion, byId: ById): readonly GuideFault[] => {
  const values = options.map(({ v }) => v.trim());
  return [
    ...(title.trim() === '' ? [{ question: id, fault: 'noTitle' } as const] : []),
    ...(options.length === 0 && !hasOther ? [{ question: id, fault: 'noOptions' } as const] : []),
    ...(values.includes('') ? [{ question: id, fault: 'emptyOption' } as const] : []),
    ...(new Set(values).size < values.length ? [{ question: id, fault: 'sameOption' } as const] : []),
    ...options
      .filter(({ n }) => n !== '' && !byId.has(n))
      .map(({ v }) => ({ question: id, fault: 'leadsNowhere', option: v }) as const),
  ];
};

const nextOf = (question: GuideQuestion, byId: ById): readonly GuideQuestion[] =>
  [...new Set(question.options.map(({ n }) => n))].flatMap(id => byId.get(id) ?? []);

const reachedFrom = (roots: readonly GuideQuestion[], byId: ById): ReadonlySet<string> => {
  const reached = new Set<string>();
  const open = [...roots];
  for (let question = open.pop(); question; question = open.pop()) {
    if (reached.has(question.id)) continue;
    reached.add(question.id);
    open.push(...nextOf(question, byId));
  }
  return reached;
};

/** A question that leads back to itself by whatever answers; null where none does. Without recursion: guides may be long. */
const circleOf = (questions: readonly GuideQuestion[], byId: ById): string | null => {
  // Questions nothing leads to are taken away, again and again; what is left goes in circles or hangs on one.
  const leads = new Map(questions.map(({ id }) => [id, 0]));
  for (const question of questions) for (const { id } of nextOf(question, byId)) leads.set(id, leads.get(id)! + 1);
  const open = questions.filter(({ id }) => leads.get(id) === 0);
  const left = new Set(questions.map(({ id }) => id));
  for (let question = open.pop(); question; question = open.pop()) {
    left.delete(question.id);
    for (const next of nextOf(question, byId)) {
      leads.set(next.id, leads.get(next.id)! - 1);
      if (leads.get(next.id) === 0) open.push(next);
    }
  }
  return questions.find(question => left.has(question.id) && leadsBack(question, byId))?.id ?? null;
};

const leadsBack = (question: GuideQuestion, byId: ById): boolean =>
  reachedFrom(nextOf(question, byId), byId).has(question.id);
