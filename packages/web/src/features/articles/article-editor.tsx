import { endpoints, helpLimits } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FieldFault, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import { when } from '../../ui/format.ts';
import { MarkdownField } from '../../ui/markdown/markdown-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { type Article, depths, useArticlesChanged, useMoveArticle, useRemoveArticle } from './use-articles.ts';
import '../../ui/plain-select.css';

interface ArticleEditorProps {
  readonly list: readonly Article[];
  /** null: a new one, below `parentId`. */
  readonly article: Article | null;
  readonly parentId: string | null;
  readonly onSaved: (id: string) => void;
  readonly onRemoved: () => void;
}

const draftOf = (article: Article | null) => ({
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

const Foot = ({ article, formId, changed, busy, onRemoved }: FootProps) => {
  const { t } = useTranslation('editorial');
  const remove = useRemoveArticle(onRemoved);
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
        <Button danger loading={remove.isPending} onClick={() => remove.mutate(article.id)}>
          {t($ => $.remove)}
        </Button>
      )}
      <span className="key">{changed ? t($ => $.articles.unsaved) : at && t($ => $.articles.updated, { at })}</span>
      <Button kind="primary" type="submit" form={formId} loading={busy} disabled={!changed}>
        {t($ => $.save)}
      </Button>
    </footer>
  );
};
interface FootProps {
  readonly article: Article | null;
  readonly formId: string;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly onRemoved: () => void;
}

/** One article being written, with what readers will see beside it. */
export const ArticleEditor = (props: ArticleEditorProps) => {
  const { article, parentId, onSaved } = props;
  const { t } = useTranslation('editorial');
  const changed = useArticlesChanged();
  const form = useEndpointForm({
    endpoint: endpoints.help.save,
    start: draftOf(article),
    input: draft => ({
      ...draft,
      isOnline: draft.isOnline ? '1' : '0',
      ...(article ? { id: article.id } : parentId && { parentId }),
    }),
    onDone: async ({ id }) => {
      toast.ok(article ? t($ => $.changed) : t($ => $.saved));
      await changed();
      onSaved(id);
    },
  });
  const { values, set } = form;
  return (
    <form {...form.props} className="articles-editor stack">
      <div className="articles-facts grid gap-14">
        <TextField form={form} name="title" label={t($ => $.articles.name)} />
        <Section {...props} />
        <TextField
          form={form}
          name="path"
          label={t($ => $.articles.path)}
          hint={t($ => $.articles.pathHint)}
          placeholder="/my-task"
        />
        <div className="form-field">
          <label htmlFor={form.idOf('isOnline')}>{t($ => $.articles.online)}</label>
          <span>
            <Switch id={form.idOf('isOnline')} checked={values.isOnline} onChange={isOnline => set({ isOnline })} />
          </span>
        </div>
      </div>
      <MarkdownField
        id={form.idOf('content')}
        maxLength={form.limits('content').chars}
        value={values.content}
        invalid={form.fault('content') !== undefined}
        onChange={content => set({ content })}
      />
      <FieldFault form={form} name="content" />
      <Foot
        article={article}
        formId={form.props.id}
        changed={form.isChanged}
        busy={form.busy}
        onRemoved={props.onRemoved}
      />
    </form>
  );
};
