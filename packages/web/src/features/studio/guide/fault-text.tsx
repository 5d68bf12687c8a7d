import type { GuideFault } from '@lianxian/core';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** What is wrong with a question, as a sentence. */
export const FaultText = ({ fault }: { fault: GuideFault }) => {
  const { t } = useTranslation('guide');
  return (
    <p className="guide-fault row gap-6" role="alert">
      <TriangleAlert size={14} aria-hidden="true" />
      {fault.fault === 'leadsNowhere'
        ? t($ => $.faults.leadsNowhere, { option: fault.option })
        : t($ => $.faults[fault.fault])}
    </p>
  );
};
