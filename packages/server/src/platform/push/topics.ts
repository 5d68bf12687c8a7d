import type { Session } from '../http/index.ts';

/** A room's say over a family of topics. */
export interface TopicProvider {
  /** `call:` owns every topic that begins so; `calls` that topic. */
  readonly prefix: string;
  readonly mayWatch: (session: Session, topic: string) => Promise<boolean>;
  /** With every subscription, so that a late watcher can be told what was before. */
  readonly onWatch?: (merchantId: string, topic: string) => void;
  /** Nobody of this process watches any more. */
  readonly onUnwatch?: (merchantId: string, topic: string) => void;
}

export const providerOf = (providers: readonly TopicProvider[], topic: string): TopicProvider | undefined =>
  providers.find(({ prefix }) => (prefix.endsWith(':') ? topic.startsWith(prefix) : topic === prefix));
