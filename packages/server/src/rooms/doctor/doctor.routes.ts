import { type InputOf, monitorEndpoints, type OutputOf } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { LINES_CHANNEL } from '../lines/index.ts';
import { askCheck, findCheck, lineExists } from './checks.store.ts';
import { DOCTOR_CHANNEL } from './doctor.ts';

interface DoctorRoutesParts {
  /** Wakes the calls processes; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

/** Some of those under way are done by then. */
const WAIT_S = 5;

/** A row and a wake-up: the doctor takes its own, and who looks after the line the probe. */
const check = async (
  { id, kind }: InputOf<typeof monitorEndpoints.check>,
  { db, session }: SignedInContext,
  { wake }: DoctorRoutesParts,
): Promise<OutputOf<typeof monitorEndpoints.check>> => {
  const checkId = await db.transaction(async tx => {
    if (!(await lineExists(tx, id))) throw refuse('notFound', { what: 'line' });
    const asked = await askCheck(tx, { lineId: id, kind, employeeId: session.employeeId });
    if (asked === null) throw refuse('tooMany', { seconds: WAIT_S });
    return asked;
  });
  await (kind === 'doctor' ? wake(DOCTOR_CHANNEL, checkId) : wake(LINES_CHANNEL, id));
  return { checkId };
};

export const bindDoctor = (front: Front, parts: DoctorRoutesParts): void => {
  bind(front, monitorEndpoints.check, (input, context) => check(input, context, parts));
  bind(front, monitorEndpoints.findings, async ({ checkId }, { db }) => {
    const row = await findCheck(db, checkId);
    if (row === undefined) throw refuse('notFound', { what: 'check' });
    // Written by ourselves, finding for finding as the contract has them.
    const findings = row.findings as OutputOf<typeof monitorEndpoints.findings>['findings'];
    return { state: row.state, at: row.askedAt.toISOString(), findings: [...findings] };
  });
};
