import { useTranslation } from 'react-i18next';
import { AfterCallEditor } from '../work/after-call/after-call-editor.tsx';

/** The rules after a call that hold for all calls of the merchant. */
export const AfterCallRoute = () => {
  const { t } = useTranslation('shell');
  return (
    <div className="after-call-page">
      <h1 className="only-read">{t($ => $.nav.afterCall)}</h1>
      <AfterCallEditor taskId={null} />
    </div>
  );
};
