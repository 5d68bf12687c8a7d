import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { BrandingForm } from './branding-form.tsx';
import { type Branding, type Draft, draftOf, faultsOf } from './draft.ts';
import { Hosts } from './hosts.tsx';
import { Preview } from './preview.tsx';
import { useBranding, useSaveBranding } from './use-branding.ts';
import '../../ui/editorial.css';
import './branding.css';

const Editor = ({ branding, onSaved }: { branding: Branding; onSaved: () => Promise<void> }) => {
  const { t } = useTranslation('branding');
  const [changed, setChanged] = useState<Partial<Draft>>({});
  const [tried, setTried] = useState(false);
  const save = useSaveBranding(onSaved);
  const known = draftOf(branding.info);
  const draft: Draft = { ...known, ...changed };
  const faults = faultsOf(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(known);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.length > 0) return;
    save.mutate(
      { ...draft, oemTitle: draft.oemTitle.trim(), oemOldUrl: draft.oemOldUrl.trim() },
      { onSuccess: () => setChanged({}) },
    );
  };
  return (
    <div className="branding grid fill">
      <div className="branding-edit">
        <p className="branding-about">{branding.isDefault ? t($ => $.isDefault) : t($ => $.isOwn)}</p>
        <form id="branding-form" noValidate autoComplete="off" onSubmit={submit}>
          <BrandingForm
            draft={draft}
            faults={tried ? faults : []}
            onChange={part => setChanged(before => ({ ...before, ...part }))}
          />
        </form>
        <Hosts branding={branding} />
        <footer>
          <span className="key">{isChanged ? t($ => $.unsaved) : t($ => $.saved)}</span>
          <Button kind="primary" type="submit" form="branding-form" disabled={!isChanged} loading={save.isPending}>
            {t($ => $.save)}
          </Button>
        </footer>
      </div>
      <Preview draft={draft} />
    </div>
  );
};

/** `/platform/branding`: how a reseller's world looks, or where no reseller's does; what is typed shows beside at once. */
export const BrandingPage = ({ onSaved }: { onSaved: () => Promise<void> }) => {
  const { t } = useTranslation('branding');
  const { data, isError, refetch } = useBranding();
  return (
    <div className="editorial-page branding-page">
      {isError && !data && <ErrorPanel title={t($ => $.failed)} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton rows={10} />}
      {data && <Editor branding={data} onSaved={onSaved} />}
    </div>
  );
};
