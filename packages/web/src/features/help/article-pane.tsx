import { useTranslation } from 'react-i18next';
import { isGone } from '../../api/wire.ts';
import { when } from '../../ui/format.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { WrittenIn } from '../../ui/written-in.tsx';
import { useArticle } from './articles.ts';

/** One article; `level` is that of its title. */
export const ArticlePane = ({ id, level }: { id: string; level: 2 | 3 }) => {
  const { t } = useTranslation('help');
  const { data, error, refetch } = useArticle(id);
  const Title = level === 2 ? 'h2' : 'h3';
  if (isGone(error)) return <Empty title={t($ => $.gone)} hint={t($ => $.goneHint)} />;
  if (error) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} height={24} />;
  const at = when(
    data.updatedAt,
    new Date(),
    t($ => $.today),
  );
  return (
    <article>
      <Title className="help-article-title page-title">{data.title}</Title>
      <WrittenIn />
      <Markdown text={data.content} under={level} />
      <p className="help-updated hint">{t($ => $.updated, { at })}</p>
    </article>
  );
};
