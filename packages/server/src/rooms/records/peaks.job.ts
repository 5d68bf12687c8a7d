import { join } from 'node:path';
import { z } from 'zod';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { TopicSender } from '../../platform/push/index.ts';
import { PEAKS_JOB, savePeaks } from '../dialler/index.ts';
import { CALLS_TOPIC } from './live-push.ts';

/**
 * The waveform of a filed recording, for the player: made once by the jobs process, then the record is pushed again so
 * that an open page shows it.
 */
interface PeaksJobParts {
  readonly db: UnscopedDb;
  readonly push: TopicSender;
  readonly recordingsDir: string;
  /** Loudness 0–1 of each of `columns` stretches and where nobody sounds; null when the file is no recording of ours. */
  readonly peaksOf: (file: string, columns: number) => Promise<Peaks | null>;
}

interface Peaks {
  readonly callee: readonly number[];
  readonly robot: readonly number[];
  readonly quiet: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** As many as a wide screen shows; fewer for a short call, one each 20 ms. */
const COLUMNS = 2_000;
const payloadSchema = z.object({
  ...{ merchantId: z.string(), call: z.string(), file: z.string(), durationMs: z.number() },
  /** Where somebody paused it; absent in jobs of an earlier release. */
  paused: z.array(z.object({ fromMs: z.number(), toMs: z.number() })).default([]),
});

const bytes = (loudness: readonly number[]): number[] => loudness.map(value => Math.round(value * 255));

export const peaksJob = ({ db, push, recordingsDir, peaksOf }: PeaksJobParts) => ({
  [PEAKS_JOB]: async (payload: unknown): Promise<void> => {
    const { merchantId, call, file, durationMs, paused } = payloadSchema.parse(payload);
    const peaks = await peaksOf(join(recordingsDir, file), Math.max(1, Math.min(COLUMNS, Math.floor(durationMs / 20))));
    if (!peaks) return;
    const { callee, robot, quiet } = peaks;
    await savePeaks(db, { merchantId, call }, { callee: bytes(callee), robot: bytes(robot), quiet, paused });
    push.toTopic(merchantId, CALLS_TOPIC, { type: 'callFiled', topic: CALLS_TOPIC, id: call });
  },
});
