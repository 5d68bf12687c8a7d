import type { CallFacts, EndedBy } from '../events/events.ts';
import type { Draft } from './state.ts';

/** What level rules may ask of a talk: of one that ended, or as if this side ended it now. */
export const factsOf = (draft: Draft, by: EndedBy): CallFacts => {
  const { counts, path, answers, dates, date, met, startedAt, transferred } = draft.state;
  return {
    ...counts,
    talkMs: startedAt === null ? 0 : draft.at - startedAt,
    transferred,
    met,
    passed: path.map(({ node, leftBy }) => ({ node, by: leftBy })),
    answers,
    ...(date !== null && Object.keys(dates).length > 0 && { dated: { calledOn: date, answers: dates } }),
    hungUpBy: by,
  };
};
