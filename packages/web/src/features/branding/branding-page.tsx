import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { BrandingForm } from './branding-form.tsx';
import { type Branding, draftOf } from './draft.ts';
import { Hosts } from './hosts.tsx';
import { Preview } from './preview.tsx';
import { useBranding, useBrandingChanged } from './use-branding.ts';
import '../../ui/editorial.css';
import './branding.css';

/** `onSaved` brands the saver's own page anew. */
const Editor = ({ branding, onSaved }: { branding: Branding; onSaved: () => Promise<void> }) => {
  const { t } = useTranslation('branding');
  const changed = useBrandingChanged();
  const form = useEndpointForm({
    endpoint: endpoints.branding.save,
    start: draftOf(branding.info),
    input: draft => ({
      ...draft,
      languageSwitch: draft.languageSwitch ? '1' : '0',
      oemLogoOnly: draft.oemLogoOnly ? '1' : '0',
    }),
    onDone: async () => {
      toast.ok(t($ => $.changed));
      await onSaved();
      await changed();
    },
  });
  return (
    <div className="branding grid fill">
      <div className="branding-edit">
        <p className="branding-about">{branding.isDefault ? t($ => $.isDefault) : t($ => $.isOwn)}</p>
        <form {...form.props}>
          <BrandingForm form={form} />
        </form>
        <Hosts branding={branding} />
        <footer>
          <span className="key">{form.isChanged ? t($ => $.unsaved) : t($ => $.saved)}</span>
          <Button kind="primary" type="submit" form={form.props.id} disabled={!form.isChanged} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </div>
      <Preview draft={form.values} />
    </div>
  );
};

/** `/platform/branding`: how a reseller's world looks, or where no reseller's does; what is typed shows beside at once. */
export const BrandingPage = ({ onSaved }: { onSaved: () => Promise<void> }) => {
  const { t } = useTranslation('branding');
  const { data, isError, refetch, error } = useBranding();
  return (
    <div className="editorial-page branding-page">
      {isError && !data && <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton rows={10} />}
      {data && <Editor branding={data} onSaved={onSaved} />}
    </div>
  );
};
