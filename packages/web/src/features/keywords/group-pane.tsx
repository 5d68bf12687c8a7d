import { endpoints, fieldChars, keywordKinds } from '@lianxian/contract';
import { Pencil, Search, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { sayRemoved } from '../../ui/undo.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { GroupDialog } from './group-dialog.tsx';
import { Uses } from './touches.tsx';
import { type Group, type Kind, useChange, useKeywordsChanged, useWords, type Word } from './use-keywords.ts';
import { AddWords, EditWord, RemoveWord } from './words-dialogs.tsx';
import '../../ui/search-field.css';

interface GroupPaneProps {
  readonly group: Group;
  readonly mayEdit: boolean;
  readonly onRemoved: () => void;
}

const typingMs = 250;

const Head = ({ group, mayEdit, onRemoved }: GroupPaneProps) => {
  const { t } = useTranslation('keywords');
  const [isEdited, setEdited] = useState(false);
  const close = () => setEdited(false);
  const changed = useKeywordsChanged();
  const remove = useChange(endpoints.keywords.removeGroup, ({ undo }) => {
    sayRemoved(
      t($ => $.removed),
      undo,
      changed,
    );
    onRemoved();
  });
  return (
    <header className="keywords-group-head row gap-8 wrap">
      <h2>{group.name}</h2>
      <span className="keywords-semantic small">{t($ => $.semantic[group.semantic])}</span>
      {mayEdit && (
        <span className="flex gap-6 push">
          <Button icon={<Pencil size={14} aria-hidden="true" />} onClick={() => setEdited(true)}>
            {t($ => $.groups.edit)}
          </Button>
          <Button
            danger
            icon={<Trash2 size={14} aria-hidden="true" />}
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: group.id })}
          >
            {t($ => $.remove)}
          </Button>
        </span>
      )}
      {group.note && <p>{group.note}</p>}
      <Uses groupId={group.id} />
      {isEdited && <GroupDialog group={group} onSaved={close} onClose={close} />}
    </header>
  );
};

interface ChipProps {
  readonly word: Word;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const WordChip = ({ word, mayEdit, onEdit, onRemove }: ChipProps) => {
  const { t } = useTranslation('keywords');
  const face = (
    <>
      {word.text}
      {word.kind !== 'simple' && <small>{t($ => $.kind[word.kind])}</small>}
    </>
  );
  if (!mayEdit) return <li className="keywords-word row-in">{face}</li>;
  return (
    <li className="keywords-word row-in">
      <button
        type="button"
        className="keywords-face lit"
        title={t($ => $.list.edit, { word: word.text })}
        onClick={onEdit}
      >
        {face}
      </button>
      <button
        type="button"
        className="keywords-off lit middle"
        aria-label={t($ => $.list.remove, { word: word.text })}
        onClick={onRemove}
      >
        <X size={13} aria-hidden="true" />
      </button>
    </li>
  );
};

type Asked = { readonly act: 'add' } | { readonly act: 'edit' | 'remove'; readonly word: Word } | null;

/** A group and its words. */
export const GroupPane = (props: GroupPaneProps) => {
  const { group, mayEdit } = props;
  const { t } = useTranslation('keywords');
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<Kind | null>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const words = useWords(group.id, useSettled(typed.trim(), typingMs), kind);
  const list = words.data?.pages.flatMap(page => page.list) ?? [];
  const total = words.data?.pages[0]?.total ?? 0;
  const isNarrowed = typed.trim() !== '' || kind !== null;
  const close = () => setAsked(null);
  const options = [
    { value: 'all' as const, text: t($ => $.list.all) },
    ...keywordKinds.map(value => ({ value, text: t($ => $.kind[value]) })),
  ];
  return (
    <section className="keywords-group-pane" aria-label={group.name}>
      <Head {...props} />
      <div className="keywords-words-bar row gap-8 wrap">
        <Segments
          label={t($ => $.list.filter)}
          options={options}
          value={kind ?? 'all'}
          onChange={value => setKind(value === 'all' ? null : value)}
        />
        <label className="search-field keywords-search">
          <Search size={14} aria-hidden="true" />
          <input
            type="search"
            aria-label={t($ => $.list.search)}
            placeholder={t($ => $.list.search)}
            maxLength={fieldChars(endpoints.keywords.list.input, 'search')}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </label>
        {mayEdit && (
          <Button kind="primary" onClick={() => setAsked({ act: 'add' })}>
            {t($ => $.list.add)}
          </Button>
        )}
      </div>
      {words.isError && (
        <ErrorPanel title={t($ => $.list.failed)} error={words.error} onAgain={() => void words.refetch()} />
      )}
      {words.isPending && <Skeleton rows={4} />}
      {words.data && list.length === 0 && (
        <Empty
          title={isNarrowed ? t($ => $.list.none) : t($ => $.list.empty)}
          hint={isNarrowed ? '' : t($ => $.list.emptyHint)}
        />
      )}
      <ul className="keywords-words flex gap-8 wrap">
        {list.map(word => (
          <WordChip
            key={word.id}
            word={word}
            mayEdit={mayEdit}
            onEdit={() => setAsked({ act: 'edit', word })}
            onRemove={() => setAsked({ act: 'remove', word })}
          />
        ))}
      </ul>
      {words.hasNextPage && (
        <p className="keywords-words-more row gap-12">
          <span className="keywords-num">{t($ => $.list.shown, { shown: list.length, total })}</span>
          <Button loading={words.isFetchingNextPage} onClick={() => void words.fetchNextPage()}>
            {t($ => $.list.more)}
          </Button>
        </p>
      )}
      {asked?.act === 'add' && <AddWords groupId={group.id} kind={kind} onClose={close} />}
      {asked?.act === 'edit' && <EditWord groupId={group.id} word={asked.word} onClose={close} />}
      {asked?.act === 'remove' && <RemoveWord groupId={group.id} word={asked.word} onClose={close} onRemoved={close} />}
    </section>
  );
};
