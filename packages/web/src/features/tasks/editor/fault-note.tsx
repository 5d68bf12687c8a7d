import { useTranslation } from 'react-i18next';
import type { Fault } from './draft.ts';

/** What is wrong with a field, read out when it appears. */
export const FaultNote = ({ fault, faults }: { fault: Fault; faults: readonly Fault[] }) => {
  const { t } = useTranslation('tasks');
  return faults.includes(fault) ? (
    <p className="wrong" role="alert">
      {t($ => $.editor.fault[fault])}
    </p>
  ) : null;
};
