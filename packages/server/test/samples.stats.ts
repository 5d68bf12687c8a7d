/** What a sample asks of statistics and statements: these days. */
const DAY_MS = 86_400_000;
const dayOf = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const days = { from: dayOf(-30), to: dayOf(1) };
const question = '意向时间';

export const statSamples = (plan: string) => ({
  'balance/statement': { by: 'day', ...days },
  'balance/statementSheet': { by: 'task', ...days },
  'stat/choices': {},
  'stat/planQuality': days,
  'stat/missed': { ...days, planId: plan },
  'stat/planSheet': days,
  'stat/levels': { ...days, by: 'task' },
  'stat/answerHours': days,
  'stat/causes': days,
  'stat/levelSheet': { ...days, by: 'day' },
  'stat/questions': days,
  'stat/collection': { ...days, question },
  'stat/cross': { ...days, question, other: '人数' },
  'stat/words': { ...days, question },
  'stat/answers': days,
  'stat/collectionSheet': days,
  'stat/ports': { ...days, by: 'port' },
  'stat/portCauses': days,
  'stat/portSheet': { ...days, by: 'line' },
  'stat/report': {},
  'stat/saveReport': { every: 'off' },
});
