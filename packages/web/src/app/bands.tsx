import { Eye, GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type CurrentUser, useCurrentUser } from '../session/current-user.ts';
import { EntryLink } from './entry-link.tsx';
import { leave } from './preview.ts';
import { routeNamed } from './routes.ts';
import { mayOpen } from './where-to.ts';
import './bands.css';

/** As long as the practice line is the only one: whoever looks at any page knows that nobody outside is called. */
const PracticeBand = ({ user }: { user: CurrentUser }) => {
  const { t } = useTranslation('frame');
  const connect = routeNamed('connectLine');
  return (
    <section className="bands-one is-warn row gap-8" aria-label={t($ => $.practice.name)}>
      <GraduationCap size={16} aria-hidden="true" />
      <strong>{t($ => $.practice.name)}</strong>
      <span className="cut">{t($ => $.practice.hint)}</span>
      {mayOpen(connect, user) && (
        <EntryLink path={connect.path} className="bands-way fixed">
          {t($ => $.practice.connect)}
        </EntryLink>
      )}
    </section>
  );
};

/** With whose eyes one looks, and the way out. */
const PreviewBand = ({ user }: { user: CurrentUser }) => {
  const { t } = useTranslation('frame');
  return (
    <section className="bands-one is-brand row gap-8" aria-label={t($ => $.preview.name)}>
      <Eye size={16} aria-hidden="true" />
      <strong className="cut">{t($ => $.preview.says, { name: user.title })}</strong>
      <button type="button" className="bands-way fixed" onClick={() => void leave(() => undefined)}>
        {t($ => $.preview.end)}
      </button>
    </section>
  );
};

export const Bands = () => {
  const user = useCurrentUser();
  if (!user) return null;
  return (
    <div className="bands">
      {user.previewUntil !== null && <PreviewBand user={user} />}
      {user.practiceOnly && <PracticeBand user={user} />}
    </div>
  );
};
