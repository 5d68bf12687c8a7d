import type { DoctorSays, lineFinding } from '@lianxian/contract';
import type { z } from 'zod';

/** What the doctor found; the contract's finding, its sentence known. */
export type Finding = z.infer<typeof lineFinding> & { readonly says: DoctorSays };
type Check = Finding['check'];

const CALLS_SHOWN = 5;

/** One check's answers, made short: `say('fault', 'noReply', {…}, calls)`. */
export const findingsOf =
  (check: Check) =>
  (
    state: Finding['state'],
    says: DoctorSays,
    values: Finding['values'] = {},
    calls: readonly { readonly id: string }[] = [],
  ): Finding => ({ check, state, says, values, calls: calls.slice(0, CALLS_SHOWN).map(({ id }) => id) });
