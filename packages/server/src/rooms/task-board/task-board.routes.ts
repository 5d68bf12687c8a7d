import { taskEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { readBoard } from './board.ts';

export const bindTaskBoard = (front: Front, unscopedDb: UnscopedDb): void =>
  bind(front, taskEndpoints.board, ({ id }, context) => readBoard(unscopedDb, id, context));
