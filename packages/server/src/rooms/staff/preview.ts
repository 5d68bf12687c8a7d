import type { OutputOf, oaEndpoints } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { beginPreview } from '../accounts/index.ts';
import { change, type StaffParts } from './change.ts';
import { findRuled } from './employees.ts';
import { maySeeAs } from './staff.policy.ts';

/** Looking with the eyes of an employee whom one may change, who is in and holds nothing that one does not hold oneself. */
export const previewEmployee = (
  parts: StaffParts,
  id: string,
  request: SignedInContext,
): Promise<OutputOf<typeof oaEndpoints.preview>> =>
  change(parts, request, async made => {
    const { tx, context, concerns } = made;
    const person = await findRuled(made, id);
    if (!maySeeAs(context.session, person)) throw refuse('personBeyond', { name: person.name });
    if (!person.active) throw refuse('previewOff', { name: person.name });
    const { token, until, ended } = await beginPreview(tx, person, context);
    concerns({ sessions: ended });
    return { token, name: person.name, until: until.toISOString() };
  });
