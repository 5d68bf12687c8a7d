import { CLIENT_VERSION, homeEndpoints, userEndpoints } from '@lianxian/contract';
import { scopeOf, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import type { Brandings } from '../branding/index.ts';
import { namedLevels } from '../settings/index.ts';
import { liveNow } from './home.store.ts';
import { createHome } from './home.ts';
import { findPerson } from './person.store.ts';

interface DeskParts {
  readonly unscopedDb: UnscopedDb;
  readonly brandings: Brandings;
}

export const bindDesk = (front: Front, { unscopedDb, brandings }: DeskParts): void => {
  bind(front, homeEndpoints.index, createHome(unscopedDb));
  bind(front, homeEndpoints.live, async (_input, { db }) => ({ calls: (await liveNow(db)).live }));
  bind(front, userEndpoints.getUserInfo, async (_input, { db, session }) => {
    const [person, { oemId }] = await Promise.all([
      findPerson(db, session.employeeId),
      brandings.ofMerchant(session.merchantId),
    ]);
    if (person === undefined) throw refuse('signedOut');
    return {
      userName: person.name,
      title: person.name,
      jobTitle: person.title,
      account: person.account,
      merchantName: person.merchantName,
      merchantNumber: person.merchantNumber,
      roleCode: session.roleCode,
      hasSeat: person.hasSeat,
      seatRight: person.seatRight,
      rights: [...session.rights],
      btns: [...session.buttons],
      scope: scopeOf(session),
      showAgreement: person.showAgreement,
      mustChangePwd: session.due === 'password',
      mustSetFactor: session.due === 'factor',
      previewUntil: session.preview === null ? null : session.expiresAt.toISOString(),
      oemId,
      practiceOnly: person.practiceOnly,
      levelNames: namedLevels(person.levelNames),
      clientVersion: Math.max(CLIENT_VERSION, person.newestUpdate ?? 0),
    };
  });
};
