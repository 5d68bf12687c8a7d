import { whatIfEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { lookAtDay } from './day.ts';
import { lookAhead, readTruth } from './what-if.ts';

export const bindWhatIf = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, whatIfEndpoints.look, (input, context) => lookAhead(unscopedDb, input, context));
  bind(front, whatIfEndpoints.day, (input, context) => lookAtDay(unscopedDb, input, context));
  bind(front, whatIfEndpoints.truth, ({ taskId }, context) => readTruth(unscopedDb, taskId, context));
};
