import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { Empty } from '../../ui/panels.tsx';
import { EntryLink } from '../entry-link.tsx';
import { found, placeOf, type Setting } from './find.ts';
import { useSettings } from './use-settings.ts';
import './settings.css';

const groups = ['calling', 'people', 'services', 'account'] as const;

const Row = ({ setting }: { setting: Setting }) => (
  <li>
    <EntryLink path={placeOf(setting)} className="settings-row lit row gap-10">
      <span className="fill lean">
        <strong>{setting.title}</strong>
        <span className="hint cut">{setting.hint}</span>
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </EntryLink>
  </li>
);

/** Where everything that is set once is found: by what it is about, and by a word. */
export const SettingsPage = () => {
  const { t } = useTranslation(['configured', 'shell']);
  const [query, setQuery] = useSearchParams();
  const q = query.get('q') ?? '';
  const seek = (text: string) => setQuery(text === '' ? {} : { q: text }, { replace: true });
  const settings = found(useSettings(), q);
  return (
    <div className="settings stack gap-16">
      <header className="row between">
        <h1>{t($ => $.nav.settings, { ns: 'shell' })}</h1>
        <SearchField label={t($ => $.find.search)} value={q} onChange={seek} />
      </header>
      {groups.map(group => {
        const own = settings.filter(setting => setting.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group}>
            <h2>{t($ => $.find.groups[group])}</h2>
            <ul className="settings-rows">
              {own.map(setting => (
                <Row key={setting.key} setting={setting} />
              ))}
            </ul>
          </section>
        );
      })}
      {settings.length === 0 && (
        <Empty title={t($ => $.find.none)} hint={t($ => $.find.noneHint)}>
          <Button onClick={() => seek('')}>{t($ => $.find.clear)}</Button>
        </Empty>
      )}
    </div>
  );
};
