import { lineEndpoints } from '@lianxian/contract';
import { practiceCallees } from '@lianxian/core/simulation';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { countLines, listLines } from './lines.store.ts';
import { removeLine, saveLine } from './lines.ts';

export const bindLines = (front: Front, secrets: Secrets): void => {
  bind(front, lineEndpoints.list, async (input, { db }) => {
    const rows = await listLines(db, pageOf(input));
    const list = rows.map(line => ({
      id: line.id,
      name: line.name,
      address: line.address,
      username: line.username,
      callerNumber: line.caller_number,
      practice: line.practice,
      hasPassword: line.password_sealed !== null,
    }));
    return { list, total: await countLines(db) };
  });
  bind(front, lineEndpoints.save, async (input, context) => ({ id: await saveLine(input, context, secrets) }));
  bind(front, lineEndpoints.remove, async ({ id }, context) => {
    await removeLine(id, context);
    return {};
  });
  bind(front, lineEndpoints.callees, async () => ({
    list: practiceCallees.map(({ number, name, says }) => ({ phone: number, name, says })),
  }));
};
