import { Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Beside the state of a call: the callee spoke of calling in the police, or an office that takes complaints. */
export const AuthorityMark = () => {
  const { t } = useTranslation('shell');
  const said = t($ => $.record.namesAuthority);
  return (
    <span className="state is-bad" title={said}>
      <Siren size={14} role="img" aria-label={said} />
    </span>
  );
};
