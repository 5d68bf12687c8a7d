import type { HungUpBy, Level, MediaFacts, RecordingFacts, Verdict } from '@lianxian/core';
import type { Transcript } from './transcript.view.ts';

/**
 * All that the end of a call leaves: one transaction files it (house §5). Plain JSON with ISO dates, because it goes
 * to a journal file when the database is away (house §4) and comes back from there.
 */
export interface Ending {
  readonly merchantId: string;
  readonly call: string;
  /** Of the claim under which the call was made; an older one files nothing. */
  readonly fence: number;
  readonly verdict: Verdict;
  readonly hungUpBy: HungUpBy;
  readonly dialledAt: string | null;
  readonly answeredAt: string | null;
  readonly endedAt: string;
  readonly ringMs: number | null;
  readonly talkMs: number;
  /** An unanswered call has none (product.md §3). */
  readonly level: Level | null;
  readonly levelRule: string | null;
  readonly lastNode: string | null;
  readonly transcript: Transcript | null;
  readonly recording: RecordingFacts | null;
  readonly media: MediaFacts | null;
}
