import { type Language, type OutputOf, smsCauseText, type smsEndpoints } from '@lianxian/contract';
import type { listProviders } from './providers.store.ts';

type Row = Awaited<ReturnType<typeof listProviders>>[number];
type Shown = OutputOf<typeof smsEndpoints.providers>['list'][number];

const healthOf = ({ enabled, rests, lastSentAt, failures }: Row): Shown['health'] => {
  if (!enabled) return 'off';
  if (rests) return 'resting';
  return lastSentAt === null && failures === 0 ? 'new' : 'up';
};

/** Where an HTTP provider tells us what became of messages. */
const callbackUrls = (origin: string, callback: string) => ({
  reportUrl: `${origin}/api/sms/${callback}/report`,
  replyUrl: `${origin}/api/sms/${callback}/reply`,
});

export const providerView = (row: Row, origin: string, language: Language): Shown => ({
  id: row.id,
  name: row.name,
  kind: row.settings.kind,
  settings: row.settings,
  hasSecret: row.secretSealed !== null,
  rank: row.rank,
  share: row.share,
  perSecond: row.perSecond,
  enabled: row.enabled,
  health: healthOf(row),
  because: row.because,
  becauseText: smsCauseText(row.because, language),
  restsUntil: row.rests ? (row.restsUntil?.toISOString() ?? null) : null,
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
  sent: row.sent,
  failed: row.failed,
  ...(row.settings.kind === 'http' ? callbackUrls(origin, row.callback) : { reportUrl: '', replyUrl: '' }),
});
