import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { recordOrderEndpoints } from '@lianxian/contract';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindUpload, type Front, pageOf, refuse } from '../../platform/http/index.ts';
import { durationOf, openSounds, soundAddress } from '../voices/index.ts';
import { handIn, offered, takeOrder } from './desk.ts';
import { countOffers, listOffers, voicePerson } from './offers.store.ts';
import { orderOrRefuse, sampleOf, shownOrder, shownSample } from './orders.routes.ts';
import { sentencesOf, soundOf } from './orders.store.ts';
import { shownSentence } from './record-orders.view.ts';

interface DeskParts {
  readonly unscopedDb: UnscopedDb;
  readonly files: FileStore;
}

const bindReading = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, recordOrderEndpoints.desk, async ({ tab, ...input }, { db, session }) => {
    if ((await voicePerson(db, session.employeeId)) === undefined) return { isVoice: false, list: [], total: 0 };
    const [rows, total] = await Promise.all([
      listOffers(db, session.employeeId, { tab, ...pageOf(input) }),
      countOffers(db, session.employeeId, tab),
    ]);
    const list = rows.map(({ tellsName, merchant, paid: earned, ...row }) => ({
      ...row,
      merchant: tellsName ? merchant : null,
      earned,
    }));
    return { isVoice: true, list, total };
  });
  bind(front, recordOrderEndpoints.work, async ({ id }, context) => {
    const { buyerId, merchant, isMine } = await offered(context, id);
    const buyer = merchantDb(unscopedDb, buyerId);
    const row = await orderOrRefuse(buyer, id);
    const [sentences, sample] = await Promise.all([sentencesOf(buyer, id), sampleOf(buyer, row)]);
    return {
      ...shownOrder(row),
      ...{ isMine, merchant: row.tellsName ? merchant : null, notes: row.notes, sample: shownSample(sample) },
      list: sentences.map(shownSentence),
    };
  });
  bind(front, recordOrderEndpoints.listen, async ({ id, number }, context) => {
    const { buyerId, isMine } = await offered(context, id);
    const buyer = merchantDb(unscopedDb, buyerId);
    if (number !== undefined && !isMine) throw refuse('orderNotTaken');
    const sound =
      number === undefined
        ? (await sampleOf(buyer, await orderOrRefuse(buyer, id)))?.sound
        : await soundOf(buyer, id, number);
    if (sound === undefined || sound === null) throw refuse('notFound', { what: 'recording' });
    return { url: soundAddress(front, buyerId, sound, context.at) };
  });
};

/** Orders of recordings as voice people have them. */
export const bindDesk = (front: Front, { unscopedDb, files }: DeskParts): void => {
  const sounds = openSounds();
  bindReading(front, unscopedDb);
  bind(front, recordOrderEndpoints.take, async ({ id }, context) => ({
    state: await takeOrder(unscopedDb, id, context),
  }));
  bindUpload(
    front,
    recordOrderEndpoints.handIn,
    {
      files,
      pathFor: ({ session }, extension) => join('uploads', session.merchantId, `${randomUUID()}.${extension}`),
      allows: ({ id }, context) => offered(context, id),
    },
    async ({ path }, context, { id, number }) => {
      const made = await sounds.make(files.pathOf(path));
      await files.remove(path);
      const state = await handIn(unscopedDb, { id, number, made }, context);
      const take = { durationMs: durationOf(made.audio.length), peaks: [...made.peaks], at: context.at.toISOString() };
      return { state, take };
    },
  );
};
