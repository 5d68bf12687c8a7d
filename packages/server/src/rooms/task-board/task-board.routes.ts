import { taskEndpoints, taskReportEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { makeAgain, peopleAgain } from './again.ts';
import { readBoard } from './board.ts';
import { readReport } from './report.ts';

export const bindTaskBoard = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, taskEndpoints.board, ({ id }, context) => readBoard(unscopedDb, id, context));
  bind(front, taskReportEndpoints.read, ({ id }, context) => readReport(unscopedDb, id, context));
  bind(front, taskReportEndpoints.people, (input, context) => peopleAgain(unscopedDb, input, context));
  bind(front, taskReportEndpoints.again, (input, context) => makeAgain(unscopedDb, input, context));
};
