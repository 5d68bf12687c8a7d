import { type endpoints, type OutputOf, sipCodeWords } from '@lianxian/contract';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../text/said.ts';
import './live-call.css';

type Detail = OutputOf<typeof endpoints.call.detail>;

/** Why a call did not come through, and what to do: a code never stands alone. */
export const WhyFailed = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('console');
  const meaning = call.sipCode === null ? null : sipCodeWords(call.sipCode, saidLanguage());
  return (
    <div className="why" role="status">
      <strong>
        <TriangleAlert size={16} aria-hidden="true" /> {t($ => $.testCall.whyTitle)}
      </strong>
      <p>{call.becauseText}</p>
      {meaning && (
        <p className="code">
          <b>{call.sipCode}</b> {meaning.means} · {meaning.remedy}
        </p>
      )}
    </div>
  );
};
