import { useSearchParams } from 'react-router';
import { HelpCentre } from './help-centre.tsx';

/** `/help`: the same as the modal, as a page; `?id=` is the open article. */
export const HelpPage = () => {
  const [query, setQuery] = useSearchParams();
  const id = query.get('id');
  return (
    <div className="page">
      <HelpCentre
        articleId={id && /^\d{1,18}$/.test(id) ? id : null}
        page=""
        level={2}
        onOpen={next => setQuery({ id: next }, { replace: true })}
      />
    </div>
  );
};
