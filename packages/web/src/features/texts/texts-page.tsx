import { endpoints, fieldLimits, type OutputOf, type TextKind, textKinds } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { when } from '../../ui/format.ts';
import { MarkdownField } from '../../ui/markdown/markdown-field.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeave } from '../../ui/unsaved/unsaved.ts';
import { useKeptForm } from '../../ui/unsaved/use-kept-form.ts';
import '../../ui/editorial.css';
import '../../ui/view-tabs.css';
import './texts.css';

const mostChars = fieldLimits(endpoints.text.save.input, 'content').chars;
type Version = OutputOf<typeof endpoints.text.list>['list'][number];

const Versions = ({ list, onTake }: { list: readonly Version[]; onTake: (content: string) => void }) => {
  const { t } = useTranslation('editorial');
  if (list.length === 0) return <p className="key">{t($ => $.texts.none)}</p>;
  return (
    <ol>
      {list.map(({ version, content, publishedAt }, index) => (
        <li className="grid" key={version}>
          <strong>{t($ => $.texts.version, { n: version })}</strong>
          {index === 0 && <span className="state is-ok">{t($ => $.texts.current)}</span>}
          <span className="key">
            {when(
              publishedAt,
              new Date(),
              t($ => $.today),
            )}
          </span>
          <button type="button" className="link" onClick={() => onTake(content)}>
            {t($ => $.texts.restore)}
          </button>
        </li>
      ))}
    </ol>
  );
};

/** The current text, what is being made of it, and what was published before. */
const Editor = ({ kind, list }: { kind: TextKind; list: readonly Version[] }) => {
  const { t } = useTranslation('editorial');
  const queries = useQueryClient();
  const current = list[0];
  const [typed, setTyped] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const content = typed ?? current?.content ?? '';
  const isNew = content.trim() !== '' && content.trim() !== current?.content.trim();
  const writing = useRef<HTMLDivElement>(null);
  const publish = useMutation({
    mutationFn: () => call(endpoints.text.save, { kind, content }),
    onSuccess: ({ version }) => {
      toast.ok(t($ => $.texts.published, { n: version }));
      setTyped(null);
      kept.settle();
    },
    onSettled: () => {
      setAsking(false);
      return Promise.all(['text/list', 'text/commitment'].map(key => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  const kept = useKeptForm({
    subject: `text ${kind}`,
    start: { content: current?.content ?? '' },
    values: { content },
    isChanged: isNew,
    element: () => writing.current,
    put: part => setTyped(part.content ?? null),
    // A version is published for everybody: that is asked by itself, and never done in passing.
    save: null,
    reset: () => setTyped(null),
  });
  const kindName = t($ => $.texts.kinds[kind]);
  return (
    <div className="texts-editor grid fill">
      <div className="texts-write stack gap-10" ref={writing}>
        <p className="key">{kind === 'agreement' ? t($ => $.texts.agreementHint) : t($ => $.texts.commitmentHint)}</p>
        <MarkdownField id={`text-${kind}`} maxLength={mostChars} value={content} onChange={setTyped} />
        <footer className="flex to-end">
          <Button kind="primary" disabled={!isNew} onClick={() => setAsking(true)}>
            {t($ => $.texts.publish)}
          </Button>
        </footer>
      </div>
      <section className="texts-versions" aria-label={t($ => $.texts.versions)}>
        <h2>{t($ => $.texts.versions)}</h2>
        <Versions list={list} onTake={setTyped} />
      </section>
      {asking && (
        <Confirm
          title={t($ => $.texts.publishTitle, { kind: kindName, n: (current?.version ?? 0) + 1 })}
          text={t($ => $.texts.publishText)}
          okText={t($ => $.texts.publish)}
          cancelText={t($ => $.cancel)}
          busy={publish.isPending}
          onOk={() => publish.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
};

/** `/platform/texts`: agreement and business commitment, each change a version of its own. */
export const TextsPage = () => {
  const { t } = useTranslation('editorial');
  const [kind, setKind] = useState<TextKind>('agreement');
  const leave = useLeave();
  const { data, isError, refetch, error } = useQuery({
    queryKey: ['text/list', kind],
    queryFn: ({ signal }) => call(endpoints.text.list, { kind }, { signal, quiet: true }),
  });
  return (
    <div className="editorial-page texts-page">
      <nav className="view-tabs" aria-label={t($ => $.texts.title)}>
        {textKinds.map(each => (
          <button
            key={each}
            type="button"
            aria-current={each === kind ? 'true' : undefined}
            onClick={() => leave(() => setKind(each))}
          >
            {t($ => $.texts.kinds[each])}
          </button>
        ))}
      </nav>
      {isError && <ErrorPanel title={t($ => $.texts.failed)} error={error} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton rows={8} />}
      {data && <Editor key={`${kind} ${data.list[0]?.version}`} kind={kind} list={data.list} />}
    </div>
  );
};
