import { userEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { findPerson } from '../accounts/index.ts';

export const bindDesk = (front: Front): void => {
  bind(front, userEndpoints.getUserInfo, async (_input, { db, session }) => {
    const person = await findPerson(db, session.employeeId);
    if (person === undefined) throw refuse('signedOut');
    return {
      userName: person.name,
      title: person.title,
      account: person.account,
      merchantName: person.merchant_name,
      roleCode: person.role_code,
      hasSeat: person.has_seat,
      seatRight: person.seat_right,
      rights: [...session.rights],
      btns: [...session.buttons],
      showAgreement: false,
      mustChangePwd: session.mustChangePassword,
      oemId: '',
    };
  });
};
