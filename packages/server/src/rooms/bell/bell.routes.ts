import { type BellKind, bellKinds, messageEndpoints } from '@lianxian/contract';
import { bind, type Front } from '../../platform/http/index.ts';
import { choicesOf, saveChoices } from './bell.store.ts';

/** Each person chooses what rings, for himself. */
export const bindBell = (front: Front): void => {
  bind(front, messageEndpoints.choices, async (_, { db, session }) => {
    const off = await choicesOf(db, session.employeeId);
    return { off: off.filter((kind): kind is BellKind => bellKinds.some(known => known === kind)) };
  });
  bind(front, messageEndpoints.saveChoices, async ({ off }, { db, session }) => {
    await saveChoices(db, session.employeeId, [...new Set(off)]);
    return {};
  });
};
