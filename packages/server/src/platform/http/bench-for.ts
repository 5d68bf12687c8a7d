import { type Bench, BenchRefused } from '../bench.ts';
import { refuse } from './refusal.ts';

/** The bench as one merchant's requests have it: what it refuses is told as a sentence. */
export interface MerchantBench {
  readonly run: <Answer>(program: URL, work: unknown) => Promise<Answer>;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export const benchFor = (bench: Bench, merchantId: string): MerchantBench => ({
  run: (program, work) => bench.run<never>(program, merchantId, work).catch(asSentence),
  inTurn: work => bench.inTurn(merchantId, work).catch(asSentence),
});

const asSentence = (error: unknown): never => {
  if (!(error instanceof BenchRefused)) throw error;
  const { because, seconds } = error;
  if (because === 'spent') throw refuse('workSpent', { seconds });
  throw refuse(because === 'busy' ? 'workBusy' : 'workTooHeavy');
};
