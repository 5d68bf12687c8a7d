import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSmsOptions } from '../../work/sms/use-sms-options.ts';
import { useSmsPlace } from './place.ts';
import { useMaySettle, useSettings } from './use-sms.ts';

/** Where nothing leaves the house: because of practice alone, or because nobody carries it. */
export const ReachNote = () => {
  const { t } = useTranslation('sms');
  const { show } = useSmsPlace();
  const maySettle = useMaySettle();
  const practice = useSettings().data?.practice ?? false;
  const mayReach = useSmsOptions().data?.mayReach ?? true;
  if (!practice && mayReach) return null;
  return (
    <p className="sms-note row gap-8 wrap" role="note">
      <span>
        <ShieldAlert size={14} aria-hidden="true" /> {mayReach ? t($ => $.practice) : t($ => $.noneReach)}
      </span>
      {maySettle ? (
        <button type="button" className="link" onClick={() => show('providers')}>
          {t($ => $.addProvider)}
        </button>
      ) : (
        <span>{t($ => $.askOwner)}</span>
      )}
    </p>
  );
};
