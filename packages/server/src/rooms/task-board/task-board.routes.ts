import { taskEndpoints } from '@lianxian/contract';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { readBoard } from './board.ts';

export const bindTaskBoard = (front: Front, houseDb: HouseDb): void =>
  bind(front, taskEndpoints.board, ({ id }, context) => readBoard(houseDb, id, context));
