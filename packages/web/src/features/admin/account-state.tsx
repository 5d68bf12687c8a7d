import { CircleCheck, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '../../ui/parts.css';

/** Switched on or off, by icon and word. */
export const AccountState = ({ active, pill = false }: { active: boolean; pill?: boolean }) => {
  const { t } = useTranslation('merchants');
  const Icon = active ? CircleCheck : CircleSlash;
  return (
    <span className={`state is-${active ? 'ok' : 'idle'}${pill ? ' is-pill' : ''}`}>
      <Icon size={14} aria-hidden="true" /> {active ? t($ => $.state.on) : t($ => $.state.off)}
    </span>
  );
};
