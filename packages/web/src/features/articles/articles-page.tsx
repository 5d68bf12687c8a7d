import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { useLeave } from '../../ui/unsaved/unsaved.ts';
import { ArticleEditor } from './article-editor.tsx';
import { ArticleTree } from './article-tree.tsx';
import { type Article, useAllArticles } from './use-articles.ts';
import '../../ui/editorial.css';
import './articles.css';

/** What is open: an article, or a new one below a section. */
type Open = { readonly id: string } | { readonly below: string | null } | null;

/** What is written of an article: where it lies is changed beside what one writes, and leaves that alone. */
const contentOf = ({ title, path, isOnline, content }: Article): string =>
  JSON.stringify([title, path, isOnline, content]);

/** A new article goes where one is: into the open section, or beside the open article. */
const sectionOf = (list: readonly Article[], open: Article | undefined): string | null => {
  if (!open) return null;
  return list.some(article => article.parentId === open.id) || open.parentId === null ? open.id : open.parentId;
};

/** `/platform/articles`: the platform writes the help. */
export const ArticlesPage = () => {
  const { t } = useTranslation('editorial');
  const { data, isError, refetch, error } = useAllArticles();
  const [open, setOpen] = useState<Open>(null);
  const leave = useLeave();
  const go = (to: Open) => leave(() => setOpen(to));
  const list = data?.list ?? [];
  const article = open && 'id' in open ? list.find(each => each.id === open.id) : undefined;
  const isNew = open !== null && 'below' in open;
  const add = (below: string | null, text: string, first: boolean) => (
    <Button
      kind={first ? 'primary' : 'default'}
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => go({ below })}
    >
      {text}
    </Button>
  );
  const addSection = add(
    null,
    t($ => $.articles.addSection),
    false,
  );
  return (
    <div className="editorial-page articles-page">
      <div className="editorial-tools">
        <h1>{t($ => $.articles.title)}</h1>
        {addSection}
        {add(
          sectionOf(list, article),
          t($ => $.articles.add),
          true,
        )}
      </div>
      {isError && <ErrorPanel title={t($ => $.articles.failed)} error={error} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton rows={8} />}
      {data && (
        <div className="articles grid fill">
          <nav aria-label={t($ => $.articles.tree)}>
            <ArticleTree list={list} openId={article?.id ?? null} onOpen={id => id !== article?.id && go({ id })} />
          </nav>
          {article || isNew ? (
            <ArticleEditor
              key={article ? `${article.id} ${contentOf(article)}` : `new ${isNew ? open.below : ''}`}
              list={list}
              article={article ?? null}
              parentId={isNew ? open.below : null}
              onSaved={id => setOpen({ id })}
              onRemoved={() => setOpen(null)}
            />
          ) : (
            <div>
              {list.length === 0 ? (
                <Empty title={t($ => $.articles.empty)} hint={t($ => $.articles.emptyHint)}>
                  {addSection}
                </Empty>
              ) : (
                <Empty title={t($ => $.articles.chosen)} hint={t($ => $.articles.chosenHint)} />
              )}
            </div>
          )}
        </div>
      )}
    </div>
  );
};
