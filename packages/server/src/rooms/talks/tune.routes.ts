import { type callDetail, type InputOf, type OutputOf, talkEndpoints, talkLimits } from '@lianxian/contract';
import { recordedVoices } from '@lianxian/telephony';
import type { z } from 'zod';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { planExists } from '../plans/index.ts';
import { listRecorded, recordingsOf } from './calls.store.ts';
import type { TalkPlans } from './talk-plan.ts';
import { type TunedCall, tuneCalls } from './tune.ts';

type Lines = z.infer<typeof callDetail>['transcript'];

/** The tuner of interruptions: a few recordings an asking; the page goes through them and adds up. */
export const bindTuner = (
  front: Front,
  { plans, files }: { readonly plans: TalkPlans; readonly files: FileStore },
): void => {
  bind(front, talkEndpoints.recordings, async ({ planId }, { db }) => {
    if (!(await planExists(db, planId))) throw refuse('notFound', { what: '话术' });
    const rows = await listRecorded(db, planId, talkLimits.recordings);
    return {
      list: rows.map(row => ({
        callId: row.id,
        endedAt: row.ended_at?.toISOString() ?? '',
        talkMs: row.talk_ms,
        turns: row.turns,
      })),
    };
  });
  bind(front, talkEndpoints.tune, (input, { db }) => tune(plans, files, db, input));
};

const tune = async (
  plans: TalkPlans,
  files: FileStore,
  db: MerchantDb,
  input: InputOf<typeof talkEndpoints.tune>,
): Promise<OutputOf<typeof talkEndpoints.tune>> => {
  const { compiled } = await plans.open(db, input.planId);
  const rows = await recordingsOf(db, input.planId, input.callIds);
  if (rows.length === 0) throw refuse('notFound', { what: '录音' });
  const calls: TunedCall[] = [];
  for (const { id, path, lines } of rows) {
    const voices = await voicesOf(files.pathOf(path));
    if (voices !== null) calls.push({ id, lines: lines as Lines, voices });
  }
  const read = new Set(calls.map(({ id }) => id));
  return { ...tuneCalls(compiled, calls, input), unread: input.callIds.filter(id => !read.has(id)) };
};

/** Null where the sound is gone or not one of ours: such a call is told apart, the others go on. */
const voicesOf = async (file: string) => {
  const voices = await recordedVoices(file).catch(() => null);
  return typeof voices === 'string' ? null : voices;
};
