import { helpLimits } from '@lianxian/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { when } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { MarkdownField } from '../../ui/markdown/markdown-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import {
  type Article,
  type ArticleDraft,
  depths,
  useMoveArticle,
  useRemoveArticle,
  useSaveArticle,
} from './use-articles.ts';
import '../../ui/plain-select.css';

interface ArticleEditorProps {
  readonly list: readonly Article[];
  /** null: a new one, below `parentId`. */
  readonly article: Article | null;
  readonly parentId: string | null;
  readonly onSaved: (id: string) => void;
  readonly onRemoved: () => void;
}

const mostTitle = 80;
const mostPath = 200;
const isPath = (path: string) => path === '' || /^\/(?!\/)[^\s\\]*$/.test(path);
const draftOf = (article: Article | null): ArticleDraft => ({
  title: article?.title ?? '',
  path: article?.path ?? '',
  isOnline: article?.isOnline ?? true,
  content: article?.content ?? '',
});

/** The section it lies in: another one moves it there at once. */
const Section = ({ list, article, parentId }: Pick<ArticleEditorProps, 'list' | 'article' | 'parentId'>) => {
  const { t } = useTranslation('editorial');
  const move = useMoveArticle();
  const depth = depths(list);
  const places = list.filter(each => each.id !== article?.id && (depth.get(each.id) ?? 0) < helpLimits.depth - 1);
  const at = article ? article.parentId : parentId;
  return (
    <FormField id="article-section" label={t($ => $.articles.section)}>
      <select
        id="article-section"
        className="plain-select"
        disabled={article === null || move.isPending}
        value={at ?? ''}
        onChange={event =>
          article && move.mutate({ id: article.id, parentId: event.target.value || null, before: null })
        }
      >
        <option value="">{t($ => $.articles.top)}</option>
        {places.map(({ id, title }) => (
          <option key={id} value={id}>
            {'　'.repeat(depth.get(id) ?? 0)}
            {title}
          </option>
        ))}
      </select>
    </FormField>
  );
};

const Foot = ({ article, changed, busy, onRemoved }: FootProps) => {
  const { t } = useTranslation('editorial');
  const [leaving, setLeaving] = useState(false);
  const remove = useRemoveArticle(() => {
    setLeaving(false);
    onRemoved();
  });
  const at =
    article &&
    when(
      article.updatedAt,
      new Date(),
      t($ => $.today),
    );
  return (
    <footer>
      {article && (
        <Button danger onClick={() => setLeaving(true)}>
          {t($ => $.remove)}
        </Button>
      )}
      <span className="key">{changed ? t($ => $.articles.unsaved) : at && t($ => $.articles.updated, { at })}</span>
      <Button kind="primary" type="submit" form="article-form" loading={busy} disabled={!changed}>
        {t($ => $.save)}
      </Button>
      {article && leaving && (
        <Confirm
          title={t($ => $.articles.removeTitle, { name: article.title })}
          text={t($ => $.articles.removeText)}
          okText={t($ => $.remove)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate(article.id)}
          onCancel={() => setLeaving(false)}
        />
      )}
    </footer>
  );
};
interface FootProps {
  readonly article: Article | null;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly onRemoved: () => void;
}

/** One article being written, with what readers will see beside it. */
export const ArticleEditor = (props: ArticleEditorProps) => {
  const { article, parentId, onSaved } = props;
  const { t } = useTranslation('editorial');
  const [draft, setDraft] = useState(() => draftOf(article));
  const [tried, setTried] = useState(false);
  const save = useSaveArticle(article?.id ?? null, parentId, onSaved);
  const change = (part: Partial<ArticleDraft>) => setDraft(before => ({ ...before, ...part }));
  const [title, path] = [draft.title.trim(), draft.path.trim()];
  const wrongTitle = tried && title === '';
  const wrongPath = tried && !isPath(path);
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(article));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (title !== '' && isPath(path)) save.mutate({ ...draft, title, path });
  };
  return (
    <form id="article-form" className="articles-editor stack" noValidate onSubmit={submit}>
      <div className="articles-facts grid gap-14">
        <FormField
          id="article-title"
          label={t($ => $.articles.name)}
          fault={wrongTitle ? t($ => $.needed, { what: t($ => $.articles.name) }) : undefined}
        >
          <Input
            id="article-title"
            maxLength={mostTitle}
            wrong={wrongTitle}
            value={draft.title}
            onChange={event => change({ title: event.target.value })}
          />
        </FormField>
        <Section {...props} />
        <FormField
          id="article-path"
          label={t($ => $.articles.path)}
          hint={t($ => $.articles.pathHint)}
          fault={wrongPath ? t($ => $.articles.wrongPath) : undefined}
        >
          <Input
            id="article-path"
            maxLength={mostPath}
            placeholder="/my-task"
            wrong={wrongPath}
            aria-describedby="article-path-note"
            value={draft.path}
            onChange={event => change({ path: event.target.value })}
          />
        </FormField>
        <div className="form-field">
          <label htmlFor="article-online">{t($ => $.articles.online)}</label>
          <span>
            <Switch id="article-online" checked={draft.isOnline} onChange={isOnline => change({ isOnline })} />
          </span>
        </div>
      </div>
      <MarkdownField
        id="article-content"
        maxLength={helpLimits.contentChars}
        value={draft.content}
        onChange={content => change({ content })}
      />
      <Foot article={article} changed={changed} busy={save.isPending} onRemoved={props.onRemoved} />
    </form>
  );
};
