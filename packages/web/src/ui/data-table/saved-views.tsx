import { endpoints, fieldLimits, MOST_VIEWS } from '@lianxian/contract';
import { Bookmark, PenLine, Star, Trash2, Users } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SavedView, TableSettings } from '../../session/table-settings.ts';
import { Popover } from '../popover.tsx';
import { toast } from '../toast.ts';
import './table-tools.css';

const nameChars = fieldLimits(endpoints.table.saveView.input, 'name').chars;

/** Of an address what is no filter: what stands open, and where in it one is. */
const besides = ['open', 't', 'tab', 'panel', 'edit', 'step', 'new'];
const filterOf = (address: URLSearchParams | string): string => {
  const query = new URLSearchParams(address);
  for (const name of besides) query.delete(name);
  query.sort();
  return query.toString();
};

/** The saved views of a table, the one that is shown, and how another is; a page that is opened bare begins with the default. */
const useSavedViews = ({ views, look, isKnown, setLook }: TableSettings) => {
  const [query, setQuery] = useSearchParams();
  const now = filterOf(query);
  const show = (view: SavedView, replace = false) => {
    setQuery(new URLSearchParams(view.query), { replace });
    setLook(view.look);
  };
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    begun.current = true;
    const first = views.find(view => view.isDefault);
    if (first && query.size === 0) show(first, true);
  });
  useEffect(() => {
    if (isKnown && !begun.current) begin();
  }, [isKnown]);
  const shown = views.find(view => filterOf(view.query) === now) ?? null;
  // What is changed after a view was shown may become that view.
  const [last, setLast] = useState<string | null>(null);
  if (shown && shown.id !== last) setLast(shown.id);
  const begunWith = shown ?? views.find(view => view.id === last) ?? null;
  const isChanged = begunWith !== null && (shown === null || JSON.stringify(shown.look) !== JSON.stringify(look));
  return { views, now, look, shown, show, changed: isChanged ? begunWith : null };
};

const NameForm = ({ name, say, onSave }: { name: string; say: string; onSave: (name: string) => void }) => {
  const { t } = useTranslation('parts');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name')).trim();
    if (typed) onSave(typed);
  };
  return (
    <form className="table-view-name flex gap-6" onSubmit={submit}>
      <input
        name="name"
        required
        maxLength={nameChars}
        autoComplete="off"
        defaultValue={name}
        aria-label={t($ => $.views.name)}
        placeholder={t($ => $.views.name)}
      />
      <button type="submit" className="button">
        {say}
      </button>
    </form>
  );
};

interface ViewRowProps {
  readonly view: SavedView;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onChange: (part: Partial<Pick<SavedView, 'name' | 'isDefault' | 'isShared'>>) => void;
  readonly onRemove: () => void;
}

/** One view: shown by a click; beginning with it, renaming and removing it beside. */
const ViewRow = ({ view, isShown, onShow, onChange, onRemove }: ViewRowProps) => {
  const { t } = useTranslation('parts');
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const { name } = view;
  if (doing === 'rename')
    return (
      <NameForm
        name={name}
        say={t($ => $.views.ok)}
        onSave={next => {
          setDoing(null);
          onChange({ name: next });
        }}
      />
    );
  if (doing === 'remove')
    return (
      <div className="option-row row" role="alert">
        <span>{t($ => $.views.ask, { name })}</span>
        <button type="button" ref={button => button?.focus()} onClick={onRemove}>
          {t($ => $.views.ok)}
        </button>
        <button type="button" onClick={() => setDoing(null)}>
          {t($ => $.cancel)}
        </button>
      </div>
    );
  if (view.by !== '')
    return (
      <div className="option-row row">
        <button type="button" aria-pressed={isShown} onClick={onShow}>
          {name}
        </button>
        <span className="key">{view.by}</span>
      </div>
    );
  const pressed: Readonly<Partial<Record<string, boolean>>> = { asDefault: view.isDefault, share: view.isShared };
  const icons = [
    ['asDefault', Star, () => onChange({ isDefault: !view.isDefault })],
    ['share', Users, () => onChange({ isShared: !view.isShared })],
    ['rename', PenLine, () => setDoing('rename')],
    ['remove', Trash2, () => setDoing('remove')],
  ] as const;
  return (
    <div className="option-row row">
      <button type="button" aria-pressed={isShown} onClick={onShow}>
        {name}
      </button>
      {icons.map(([act, Icon, onClick]) => (
        <button
          key={act}
          type="button"
          className="icon-button"
          aria-label={t($ => $.views[act], { name })}
          {...(act in pressed && { 'aria-pressed': pressed[act] })}
          onClick={onClick}
        >
          <Icon size={14} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
};

/** The filter, the columns and their order, kept under a name: here they are shown, saved, renamed and removed. */
export const SavedViews = ({ settings }: { settings: TableSettings }) => {
  const { t } = useTranslation('parts');
  const { views, now, look, shown, show, changed } = useSavedViews(settings);
  const saved = { onSuccess: () => toast.ok(t($ => $.views.saved)) };
  const save = (view: Parameters<typeof settings.saveView.mutate>[0]) => settings.saveView.mutate(view, saved);
  const remove = (id: string) => settings.removeView.mutate(id, { onSuccess: () => toast.ok(t($ => $.views.removed)) });
  return (
    <Popover
      align="end"
      className={shown ? 'button is-bare is-on' : 'button is-bare'}
      label={
        <>
          <Bookmark size={14} aria-hidden="true" /> {shown?.name ?? t($ => $.views.label)}
        </>
      }
    >
      {close => (
        <div className="options table-views">
          {views.length === 0 && <p className="options-title">{t($ => $.views.none)}</p>}
          {views.map(view => (
            <ViewRow
              key={view.id}
              view={view}
              isShown={view === shown}
              onShow={() => {
                close();
                show(view);
              }}
              onChange={part => save({ ...view, ...part })}
              onRemove={() => remove(view.id)}
            />
          ))}
          {changed && changed.by === '' && (
            <button type="button" onClick={() => save({ ...changed, query: now, look })}>
              {t($ => $.views.update, { name: changed.name })}
            </button>
          )}
          {views.filter(({ by }) => by === '').length < MOST_VIEWS ? (
            <>
              <NameForm
                key={views.length}
                name=""
                say={t($ => $.views.save)}
                onSave={name => save({ name, query: now, look, isDefault: false, isShared: false })}
              />
              <p className="options-title">{t($ => $.views.hint)}</p>
            </>
          ) : (
            <p className="options-title">{t($ => $.views.full, { n: MOST_VIEWS })}</p>
          )}
        </div>
      )}
    </Popover>
  );
};
