import { useFirstWords } from '../text/first-words.ts';
import './bare.css';

/** Pages without a frame: they must show even when no chunk can be loaded. */
export const Loading = () => {
  const { t } = useFirstWords();
  return (
    <main className="bare stack gap-10" aria-busy="true">
      <p className="bare-late">{t($ => $.page.loading)}</p>
    </main>
  );
};

/** A chunk that did not come, or a page that threw. Loading the address again also fetches a newer version. */
export const Broken = ({ onAgain = () => location.reload() }: { onAgain?: () => void }) => {
  const { t } = useFirstWords();
  return (
    <div className="bare stack gap-10" role="alert">
      <h1>{t($ => $.page.broken)}</h1>
      <p>{t($ => $.page.brokenHint)}</p>
      <button type="button" onClick={onAgain}>
        {t($ => $.page.again)}
      </button>
    </div>
  );
};
