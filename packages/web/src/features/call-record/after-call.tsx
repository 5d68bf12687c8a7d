import { useTranslation } from 'react-i18next';
import type { Detail } from './marks.ts';

/** What the rules after the call did, and which of them. */
export const AfterCall = ({ done }: { done: Detail['afterCall'] }) => {
  const { t } = useTranslation('shell');
  return (
    <>
      <h3 className="key">{t($ => $.nav.afterCall)}</h3>
      <ul className="call-record-after">
        {done.map(({ rule, text }) => (
          <li key={`${rule} ${text}`}>
            {text} <span className="small ink3">{rule}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
