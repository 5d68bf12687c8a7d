import { type Bench, BenchRefused } from '../bench.ts';
import { refuse } from './refusal.ts';

/** The bench as one merchant's requests have it: what it refuses is told as a sentence. */
export const benchFor =
  (bench: Bench, merchantId: string) =>
  async <Answer>(program: URL, work: unknown): Promise<Answer> => {
    try {
      return await bench.run<Answer>(program, merchantId, work);
    } catch (error) {
      if (!(error instanceof BenchRefused)) throw error;
      const { because, seconds } = error;
      if (because === 'spent') throw refuse('workSpent', { seconds });
      throw refuse(because === 'busy' ? 'workBusy' : 'workTooHeavy');
    }
  };
