import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../session/current-user.ts';
import './deaf-note.css';

/** Over the words of a call on whose line nobody listened: why the callee's are missing, and the way to mend it. */
export const UnheardNote = () => {
  const { t } = useTranslation('shell');
  const role = useCurrentUser()?.roleCode;
  const mayMend = role === 'company' || role === 'agent';
  return (
    <p className="deaf-note" role="note">
      <TriangleAlert size={14} aria-hidden="true" /> {t($ => $.record.unheard)}
      {mayMend && <Link to="/configured/speech">{t($ => $.record.toSpeech)}</Link>}
    </p>
  );
};
