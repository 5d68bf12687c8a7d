import type { HttpProvider, ProviderSettings, Signing, SmppProvider } from '@lianxian/contract';
import { places } from './places.ts';

/** Settings of an HTTP provider as they are typed: headers a line each, words with commas, what may be left out as a switch. */
export interface HttpTyped extends Pick<HttpProvider, 'method' | 'url' | 'body' | 'as' | 'ref' | 'error' | 'answer'> {
  readonly headers: string;
  readonly signing: Required<Omit<Extract<Signing, { by: 'hash' }>, 'by'>> &
    Required<Omit<Extract<Signing, { by: 'tencent' }>, 'by'>> & { readonly by: Signing['by'] };
  readonly acceptedPath: string;
  readonly acceptedWords: string;
  readonly again: string;
  readonly reports: ReportsTyped | null;
  readonly replies: NonNullable<HttpProvider['replies']> | null;
  readonly poll: PollTyped;
  readonly review: ReviewTyped | null;
}
type Review = NonNullable<HttpProvider['review']>;
/** How templates are handed to its review; null: a person says what it said. */
export interface ReviewTyped extends Pick<Review, 'notice' | 'marketing' | 'submit'> {
  readonly ask: Omit<Review['ask'], 'usable' | 'refused'> & { readonly usable: string; readonly refused: string };
}
type Further = NonNullable<NonNullable<HttpProvider['poll']>['reports']>;
/** What is asked for by itself; null: the provider tells it. */
export interface PollTyped {
  readonly everySeconds: string;
  readonly reports: Further | null;
  readonly replies: Further | null;
}
interface ReportsTyped extends Omit<NonNullable<HttpProvider['reports']>, 'delivered'> {
  readonly delivered: string;
}
type Figures = 'port' | 'window' | 'sourceTon' | 'sourceNpi' | 'destTon' | 'destNpi';
export type SmppTyped = Omit<SmppProvider, 'kind' | Figures> & Readonly<Record<Figures, string>>;

export interface SettingsTyped {
  readonly kind: ProviderSettings['kind'];
  readonly http: HttpTyped;
  readonly smpp: SmppTyped;
}

export const noReports: ReportsTyped = { list: '', ref: '', state: '', code: '', delivered: '' };
export const noReplies: NonNullable<HttpProvider['replies']> = { list: '', ref: '', phone: '', text: '' };

export const noFurther: Further = { method: 'POST', url: '', body: '', action: '' };
export const noReview: ReviewTyped = {
  ...{ notice: 'notice', marketing: 'marketing', submit: { ...noFurther, code: '', because: '' } },
  ask: { ...noFurther, state: '', usable: '', refused: '', because: '' },
};
const noPoll: PollTyped = { everySeconds: '60', reports: null, replies: null };

const usualSigning: HttpTyped['signing'] = {
  ...{ by: 'none', hash: 'md5', text: `${places.fields}${places.secret}`, as: 'hex', keyId: '' },
  ...{ action: '', version: '', region: 'ap-guangzhou', service: 'sms' },
};
const noHttp: HttpTyped = {
  ...{ method: 'POST', url: '', headers: '', body: '', as: 'json', signing: usualSigning },
  ...{ acceptedPath: '', acceptedWords: '', ref: '', error: '', again: '' },
  ...{ reports: null, replies: null, poll: noPoll, review: null, answer: '{"code":0}' },
};
const noSmpp: SmppTyped = {
  ...{ host: '', port: '2775', tls: false, systemId: '', systemType: '', source: '', prefix: '', window: '20' },
  ...{ sourceTon: '0', sourceNpi: '0', destTon: '0', destNpi: '0' },
};

export const wordsOf = (typed: string): string[] =>
  typed
    .split(/[,，、\n]/)
    .map(word => word.trim())
    .filter(word => word !== '');

const headersOf = (typed: string): Record<string, string> =>
  Object.fromEntries(
    typed.split('\n').flatMap(line => {
      const at = line.indexOf(':');
      const name = line.slice(0, at).trim();
      return at < 0 || name === '' ? [] : [[name, line.slice(at + 1).trim()]];
    }),
  );

export const httpTyped = (settings: HttpProvider): HttpTyped => {
  const { kind: _, headers, signing, accepted, again, reports, replies, poll, review, ...same } = settings;
  return {
    ...same,
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    signing: { ...usualSigning, ...signing },
    acceptedPath: accepted.path,
    acceptedWords: accepted.words.join('，'),
    again: again.join('，'),
    reports: reports ? { ...reports, delivered: reports.delivered.join('，') } : null,
    replies: replies ?? null,
    poll: poll
      ? { everySeconds: String(poll.everySeconds), reports: poll.reports ?? null, replies: poll.replies ?? null }
      : noPoll,
    review: review
      ? {
          ...review,
          ask: { ...review.ask, usable: review.ask.usable.join('，'), refused: review.ask.refused.join('，') },
        }
      : null,
  };
};

const smppTyped = ({ kind: _, ...settings }: SmppProvider): SmppTyped => ({
  ...settings,
  port: String(settings.port),
  window: String(settings.window),
  sourceTon: String(settings.sourceTon),
  sourceNpi: String(settings.sourceNpi),
  destTon: String(settings.destTon),
  destNpi: String(settings.destNpi),
});

/** What a form begins with; null: of a new one. */
export const typedOf = (settings: ProviderSettings | null): SettingsTyped => ({
  kind: settings?.kind ?? 'log',
  http: settings?.kind === 'http' ? httpTyped(settings) : noHttp,
  smpp: settings?.kind === 'smpp' ? smppTyped(settings) : noSmpp,
});

const signingOf = ({ by, hash, text, as, keyId, action, version, region, service }: HttpTyped['signing']): Signing => {
  switch (by) {
    case 'none':
      return { by };
    case 'hash':
      return { by, hash, text, as };
    case 'aliyun':
      return { by, keyId, action, version };
    case 'tencent':
      return { by, keyId, action, version, region, service };
  }
};

const figure = (typed: string): number => Number(typed.trim().normalize('NFKC') || Number.NaN);

const pollOf = ({ everySeconds, reports, replies }: PollTyped): Pick<HttpProvider, 'poll'> =>
  reports || replies
    ? { poll: { everySeconds: figure(everySeconds), ...(reports && { reports }), ...(replies && { replies }) } }
    : {};

const reviewOf = (review: ReviewTyped | null): Pick<HttpProvider, 'review'> =>
  review
    ? {
        review: {
          ...review,
          ask: { ...review.ask, usable: wordsOf(review.ask.usable), refused: wordsOf(review.ask.refused) },
        },
      }
    : {};

const httpOf = (typed: HttpTyped): HttpProvider => {
  const { headers, signing, acceptedPath, acceptedWords, again, reports, replies, poll, review, ...same } = typed;
  return {
    kind: 'http',
    ...same,
    headers: headersOf(headers),
    signing: signingOf(signing),
    accepted: { path: acceptedPath, words: wordsOf(acceptedWords) },
    again: wordsOf(again),
    ...(reports && { reports: { ...reports, delivered: wordsOf(reports.delivered) } }),
    ...(replies && { replies }),
    ...pollOf(poll),
    ...reviewOf(review),
  };
};

const smppOf = (typed: SmppTyped): SmppProvider => ({
  kind: 'smpp',
  ...typed,
  port: figure(typed.port),
  window: figure(typed.window),
  sourceTon: figure(typed.sourceTon),
  sourceNpi: figure(typed.sourceNpi),
  destTon: figure(typed.destTon),
  destNpi: figure(typed.destNpi),
});

/** What is asked to be saved. */
export const settingsOf = ({ kind, http, smpp }: SettingsTyped): ProviderSettings => {
  if (kind === 'http') return httpOf(http);
  return kind === 'smpp' ? smppOf(smpp) : { kind: 'log' };
};

/** Whose key signs: what it is called differs by vendor. */
export const secretKind = ({ kind, http }: SettingsTyped): 'aliyun' | 'tencent' | 'hash' | 'none' | 'smpp' =>
  kind === 'smpp' ? 'smpp' : http.signing.by;
