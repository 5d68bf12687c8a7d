import { useFirstWords } from '../text/first-words.ts';
import './bare.css';

/** Where a preview was. Its way back loads the page anew, as whoever is signed in here. */
export const PreviewOver = () => {
  const { t } = useFirstWords();
  return (
    <main className="bare stack gap-10">
      <h1>{t($ => $.page.preview.over)}</h1>
      <p>{t($ => $.page.preview.hint)}</p>
      <a href="/my-staff">{t($ => $.page.preview.back)}</a>
    </main>
  );
};
