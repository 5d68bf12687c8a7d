import { lineEndpoints } from '@lianxian/contract';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse } from '../../platform/http/index.ts';
import { countNumbers, isLine, listNumbers } from './numbers.store.ts';
import { addNumbers, removeNumber, saveNumber } from './numbers.ts';
import { lineNumberOf } from './numbers.view.ts';

export interface NumbersParts {
  readonly houseDb: HouseDb;
  /** Numbers of this line are others by now. */
  readonly onChanged: (lineId: string) => Promise<void>;
}

export const bindNumbers = (front: Front, { houseDb, onChanged }: NumbersParts): void => {
  bind(front, lineEndpoints.numbers, async (input, { db }) => {
    const page = pageOf(input);
    if (!(await isLine(db, input.lineId))) throw refuse('notFound', { what: '线路' });
    const [rows, total] = await Promise.all([listNumbers(db, input.lineId, page), countNumbers(db, input.lineId)]);
    return { list: rows.map(lineNumberOf), total };
  });
  bind(front, lineEndpoints.addNumbers, async (input, context) => {
    const added = await addNumbers(input, context, houseDb);
    await onChanged(input.lineId);
    return added;
  });
  bind(front, lineEndpoints.saveNumber, async (input, context) => {
    await onChanged(await saveNumber(input, context, houseDb));
    return {};
  });
  bind(front, lineEndpoints.removeNumber, async ({ id }, context) => {
    await onChanged(await removeNumber(id, context));
    return {};
  });
};
