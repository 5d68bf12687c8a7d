import { lendingEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import { LINES_CHANNEL } from '../lines/index.ts';
import { countLoans, listLoans } from './lending.store.ts';
import { lend, lineOf, takeBack } from './lending.ts';

interface LendingParts {
  readonly unscopedDb: UnscopedDb;
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

export const bindLending = (front: Front, { unscopedDb: db, wake }: LendingParts): void => {
  bind(front, lendingEndpoints.loans, async (input, context) => {
    const line = await lineOf(db, input, context);
    const [rows, total] = await Promise.all([listLoans(db, line, pageOf(input)), countLoans(db, line)]);
    const list = rows.map(({ billUnitS: unitSeconds, ...loan }) => ({ ...loan, unitSeconds }));
    return { list, total, channels: line.channels, live: line.live, abroad: line.abroad !== 'none' };
  });
  bind(front, lendingEndpoints.lend, async (input, context) => {
    await wake(LINES_CHANNEL, await lend(db, input, context));
    return {};
  });
  bind(front, lendingEndpoints.takeBack, async (input, context) => {
    const id = await takeBack(db, input, context);
    if (id !== null) await wake(LINES_CHANNEL, id);
    return {};
  });
};
