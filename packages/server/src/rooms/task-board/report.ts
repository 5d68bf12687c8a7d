import type { OutputOf, taskReportEndpoints } from '@lianxian/contract';
import { levels, maskPhone } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { taskExists } from '../tasks/index.ts';
import { type CallToHear, callsToHear, hoursOf, peopleOf, talkedOf } from './report.store.ts';

type Report = OutputOf<typeof taskReportEndpoints.read>;

const total = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

/** What came of a task, in five statements whatever its size. */
export const readReport = async (unscopedDb: UnscopedDb, id: string, context: SignedInContext): Promise<Report> => {
  const { db, session } = context;
  if (!(await taskExists(db, id))) throw refuse('notFound', { what: 'task' });
  const key = { merchantId: db.merchantId, id };
  const [people, talked, hours, best, worst] = await Promise.all([
    peopleOf(unscopedDb, key),
    talkedOf(unscopedDb, key),
    hoursOf(unscopedDb, key),
    callsToHear(unscopedDb, key, 'best'),
    callsToHear(unscopedDb, key, 'worst'),
  ]);
  const ofLevel = (level: string) => total(people, row => (row.level === level ? row.people : 0));
  const states = [...new Set(people.flatMap(({ state }) => (state === null || state === 'answered' ? [] : [state])))];
  const causes = states.map(state => ({ state, people: total(people, row => (row.state === state ? row.people : 0)) }));
  const seesPhones = session.buttons.has('phone:unmask');
  const shown = ({ placedAt, phone, ...call }: CallToHear) => ({
    ...call,
    phone: seesPhones ? phone : maskPhone(phone),
    placedAt: placedAt.toISOString(),
  });
  return {
    numbers: total(people, row => row.people),
    dialled: total(people, row => (row.state === null ? 0 : row.people)),
    answered: total(people, row => (row.state === 'answered' ? row.people : 0)),
    talked,
    good: ofLevel('A') + ofLevel('B'),
    levels: levels.map(level => ({ level, people: ofLevel(level) })),
    causes: causes.toSorted((one, other) => other.people - one.people),
    calls: total(hours, row => row.calls),
    talkMs: total(hours, row => row.talkMs),
    cost: (total(hours, row => Math.round(Number(row.cost) * 10_000)) / 10_000).toString(),
    hours: hours.map(({ hour, calls, answered }) => ({ hour, calls, answered })),
    best: best.map(shown),
    worst: worst.map(shown),
  };
};
