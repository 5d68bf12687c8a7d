import type { Session } from '../http/index.ts';
import type { Directory } from './directory.ts';
import type { Missed, Missing } from './messages.store.ts';
import type { Outbox } from './outbox.ts';
import type { TopicProvider } from './topics.ts';

/** The sockets of one web process, who watches what, and where to ask. */
export interface Hub {
  readonly here: Directory;
  readonly providers: TopicProvider[];
  readonly outbox: Outbox;
  /** Kept messages after the ones these people got last; one query. */
  readonly missedBy: (people: readonly Missing[]) => Promise<readonly Missed[]>;
  /** Which of these sessions live, as they are now; one query. */
  readonly sessionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, Session>>;
  /** The last look at who may still be in; looks follow one another. */
  reviewing: Promise<void>;
  /** Something that nobody waits for went wrong. */
  readonly failed: (error: unknown) => void;
}
