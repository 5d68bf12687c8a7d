import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { HelpCentre } from './help-centre.tsx';

/** `/help`: the same as the modal, as a page; `?id=` is the open article. */
export const HelpPage = () => {
  const { t } = useTranslation('help');
  const [query, setQuery] = useSearchParams();
  const id = query.get('id');
  return (
    <div className="help-page">
      <h1 className="only-read">{t($ => $.title)}</h1>
      <HelpCentre
        articleId={id && /^\d{1,18}$/.test(id) ? id : null}
        page=""
        level={2}
        onOpen={next => setQuery({ id: next }, { replace: true })}
      />
    </div>
  );
};
