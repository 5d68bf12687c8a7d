import { endpoints, fieldChars } from '@lianxian/contract';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../../ui/by-keys.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { ArticlePane } from './article-pane.tsx';
import { useArticles } from './articles.ts';
import { Contents, Found } from './contents.tsx';
import { articleFor, treeOf } from './tree.ts';
import './help.css';

const searchAfterMs = 250;
const mostChars = fieldChars(endpoints.help.search.input, 'q');

interface HelpCentreProps {
  /** The article that is open; null: the one of `page`. */
  readonly articleId: string | null;
  /** Path of the page one came from. */
  readonly page: string;
  /** Level of the articles' titles. */
  readonly level: 2 | 3;
  readonly onOpen: (id: string) => void;
}

/** Articles at the left, found by their section or by words; the open one at the right. */
export const HelpCentre = ({ articleId, page, level, onOpen }: HelpCentreProps) => {
  const { t } = useTranslation('help');
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim(), searchAfterMs);
  const { data, isError, refetch, error } = useArticles();
  const content = useRef<HTMLDivElement>(null);
  const list = data?.list ?? [];
  const openId = articleId ?? articleFor(list, page)?.id;
  // Another article begins at its top.
  useEffect(() => {
    if (openId) content.current?.scrollTo(0, 0);
  }, [openId]);
  if (isError) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  if (list.length === 0) return <Empty title={t($ => $.empty)} hint={t($ => $.emptyHint)} />;
  return (
    <div className="help grid fill">
      <nav aria-label={q === '' ? t($ => $.contents) : t($ => $.results)}>
        <label className="help-search row gap-8">
          <Search size={14} aria-hidden="true" />
          <input
            type="search"
            aria-label={t($ => $.search)}
            placeholder={t($ => $.search)}
            maxLength={mostChars}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </label>
        {q === '' ? (
          <Contents branches={treeOf(list)} openId={openId} onOpen={onOpen} />
        ) : (
          <Found q={q} openId={openId} onOpen={onOpen} />
        )}
      </nav>
      {/* Long articles are scrolled by key as well. */}
      <section className="help-content" ref={content} aria-label={t($ => $.title)} {...byKeys}>
        {openId && <ArticlePane key={openId} id={openId} level={level} />}
      </section>
    </div>
  );
};
