import { type callDetail, type InputOf, type OutputOf, talkEndpoints, talkLimits } from '@lianxian/contract';
import { recordedVoices } from '@lianxian/telephony';
import type { z } from 'zod';
import { planExists } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { listRecorded, recordingsOf } from './calls.store.ts';
import type { SearchedCall } from './parameter-search.ts';
import { openPlan, workOnBench } from './talk-plan.ts';

type Lines = z.infer<typeof callDetail>['transcript'];

/** The parameter search of interruptions: a few recordings an asking; the page goes through them and adds up. */
export const bindParameterSearch = (front: Front, files: FileStore): void => {
  bind(front, talkEndpoints.recordings, async ({ planId }, { db }) => {
    if (!(await planExists(db, planId))) throw refuse('notFound', { what: 'plan' });
    const rows = await listRecorded(db, planId, talkLimits.recordings);
    return {
      list: rows.map(row => ({
        callId: row.id,
        endedAt: row.endedAt?.toISOString() ?? '',
        talkMs: row.talkMs,
        turns: row.turns,
      })),
    };
  });
  bind(front, talkEndpoints.parameterSearch, (input, context) => parameterSearch(files, context, input));
};

const parameterSearch = async (
  files: FileStore,
  context: SignedInContext,
  input: InputOf<typeof talkEndpoints.parameterSearch>,
): Promise<OutputOf<typeof talkEndpoints.parameterSearch>> => {
  const { db } = context;
  const plan = await openPlan(db, input.planId);
  const rows = await recordingsOf(db, input.planId, input.callIds);
  if (rows.length === 0) throw refuse('notFound', { what: 'recording' });
  const calls: SearchedCall[] = [];
  for (const { id, path, lines } of rows) {
    const voices = await voicesOf(files.pathOf(path));
    if (voices !== null) calls.push({ id, lines: lines as Lines, voices });
  }
  const read = new Set(calls.map(({ id }) => id));
  const { settings, backchannels } = input;
  const searched = await workOnBench<'parameterSearch'>(context, plan, {
    does: 'parameterSearch',
    calls,
    wish: { settings, backchannels },
  });
  return { ...searched, unread: input.callIds.filter(id => !read.has(id)) };
};

/** Null where the sound is gone or not one of ours: such a call is told apart, the others go on. */
const voicesOf = async (file: string) => {
  const voices = await recordedVoices(file).catch(() => null);
  return typeof voices === 'string' ? null : voices;
};
