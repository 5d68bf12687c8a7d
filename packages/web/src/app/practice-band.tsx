import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../session/current-user.ts';
import { EntryLink } from './entry-link.tsx';
import { routeNamed } from './routes.ts';
import { mayOpen } from './where-to.ts';
import './practice-band.css';

/** As long as the practice line is the only one: whoever looks at any page knows that nobody outside is called. */
export const PracticeBand = () => {
  const { t } = useTranslation('frame');
  const user = useCurrentUser();
  if (!user?.practiceOnly) return null;
  const connect = routeNamed('connectLine');
  return (
    <section className="practice-band row gap-8" aria-label={t($ => $.practice.name)}>
      <GraduationCap size={16} aria-hidden="true" />
      <strong>{t($ => $.practice.name)}</strong>
      <span className="cut">{t($ => $.practice.hint)}</span>
      {mayOpen(connect, user) && (
        <EntryLink path={connect.path} className="practice-band-way fixed">
          {t($ => $.practice.connect)}
        </EntryLink>
      )}
    </section>
  );
};
