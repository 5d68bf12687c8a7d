import { taskBeforeEndpoints, taskEndpoints, taskReportEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { makeAgain, peopleAgain } from './again.ts';
import { lookBefore } from './before.ts';
import { readBoard } from './board.ts';
import { createForecasts } from './forecast.ts';
import { readReport } from './report.ts';

export const bindTaskBoard = (front: Front, unscopedDb: UnscopedDb): void => {
  const forecasts = createForecasts(unscopedDb);
  bind(front, taskEndpoints.board, ({ id }, context) => readBoard(unscopedDb, id, context, forecasts));
  bind(front, taskBeforeEndpoints.look, ({ id }, context) => lookBefore(unscopedDb, id, context, forecasts));
  bind(front, taskReportEndpoints.read, ({ id }, context) => readReport(unscopedDb, id, context));
  bind(front, taskReportEndpoints.people, (input, context) => peopleAgain(unscopedDb, input, context));
  bind(front, taskReportEndpoints.again, (input, context) => makeAgain(unscopedDb, input, context));
};
