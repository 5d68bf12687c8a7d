import { useTranslation } from 'react-i18next';
import { timeOfDay } from '../ui/format.ts';
import { faceOf, type Health, type Watched } from './line-state.tsx';

/** Trying again does not help before somebody changes something. */
const wantsChange: readonly Health['because'][] = [
  'credentialsRefused',
  'weakChallenge',
  'certificate',
  'unresolved',
  'notAllowed',
  'notOpen',
  'refused',
];

/** How long ago, in words: seconds below a minute, then minutes, then hours. */
export const useAgo = (): ((iso: string, now: number) => string) => {
  const { t } = useTranslation('lines');
  return (iso, now) => {
    const seconds = Math.max(0, Math.floor((now - Date.parse(iso)) / 1_000));
    if (seconds < 1) return t($ => $.ago.now);
    if (seconds < 60) return t($ => $.ago.seconds, { n: seconds });
    if (seconds < 3_600) return t($ => $.ago.minutes, { n: Math.floor(seconds / 60) });
    return t($ => $.ago.hours, { n: Math.floor(seconds / 3_600) });
  };
};

/** The health of a line as one sentence: what is so, why, and what happens by itself. `now` in ms. */
export const useHealthText = (): ((line: Watched, now: number) => string) => {
  const { t } = useTranslation('lines');
  const ago = useAgo();
  const why = (because: Health['because']) => (because === '' ? t($ => $.state.down) : t($ => $.because[because]));
  const down = ({ because, since, restsUntil }: Health) => {
    if (restsUntil !== null) return t($ => $.health.refusing, { at: timeOfDay(restsUntil) });
    if (since === null) return t($ => $.health.downSince, { why: why(because) });
    const values = { at: timeOfDay(since), why: why(because) };
    if (because === 'notRegistered') return t($ => $.health.waits, values);
    return wantsChange.includes(because) ? t($ => $.health.downFix, values) : t($ => $.health.down, values);
  };
  const congested = ({ because, slowedTo }: Health, from: number) =>
    slowedTo === null
      ? t($ => $.health.congested, { why: why(because) })
      : t($ => $.health.slowed, { why: why(because), from, to: slowedTo });
  const up = ({ because, registeredUntil, checkedAt, code }: Health, access: string, now: number) => {
    const until = registeredUntil && { at: timeOfDay(registeredUntil) };
    if (until) return access === 'gateway' ? t($ => $.health.arrived, until) : t($ => $.health.registered, until);
    if (checkedAt === null) return t($ => $.health.never);
    if (because !== '') return t($ => $.health.byCalls, { why: why(because), ago: ago(checkedAt, now) });
    return t($ => $.health.checked, { ago: ago(checkedAt, now), code: code ?? '' }).trim();
  };
  return (line, now) => {
    const { health } = line;
    if (!line.enabled) return t($ => $.health.off);
    if (line.practice) return t($ => $.health.practice);
    if (line.open === false) return t($ => $.health.closed);
    const face = faceOf(line);
    if (face === 'down') return down(health);
    if (face === 'congested') return congested(health, line.callsPerSecond);
    return face === 'up' ? up(health, line.access, now) : t($ => $.health.never);
  };
};
