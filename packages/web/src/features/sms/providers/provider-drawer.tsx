import { endpoints } from '@lianxian/contract';
import { providerKinds } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { FieldFault, SecretField, TextField } from '../../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { type Provider, useSmsChanged } from '../use-sms.ts';
import { httpTyped, type SettingsTyped, secretKind, settingsOf, typedOf } from './draft.ts';
import { HttpFields } from './http-fields.tsx';
import { recipeNames, recipes } from './recipes.ts';
import { SmppFields } from './smpp-fields.tsx';

interface Typed {
  readonly name: string;
  readonly secret: string;
  readonly rank: string;
  readonly share: string;
  readonly perSecond: string;
  readonly settings: SettingsTyped;
}

interface DrawerProps {
  /** Null: a new one. */
  readonly provider: Provider | null;
  readonly onClose: () => void;
}

const useProviderForm = ({ provider, onClose }: DrawerProps): EndpointForm<Typed> => {
  const { t } = useTranslation('smsProviders');
  const changed = useSmsChanged();
  return useEndpointForm({
    endpoint: endpoints.sms.saveProvider,
    start: {
      name: provider?.name ?? t($ => $.kinds.log),
      secret: '',
      rank: String(provider?.rank ?? 1),
      share: String(provider?.share ?? 100),
      perSecond: String(provider?.perSecond ?? 50),
      settings: typedOf(provider?.settings ?? null),
    },
    input: ({ settings, secret, ...typed }) => ({
      ...typed,
      ...(provider && { id: provider.id, enabled: provider.enabled ? ('1' as const) : ('0' as const) }),
      ...(secret !== '' && { secret }),
      settings: settingsOf(settings),
    }),
    onDone: async () => {
      toast.ok(t($ => $.saved));
      onClose();
      await changed('providers', 'settings');
    },
  });
};

type FieldsProps = { readonly form: EndpointForm<Typed> };

/** Which kind it is; a name that nobody typed goes with it. */
const Kind = ({ form }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  const { settings, name } = form.values;
  const kinds = t($ => $.kinds, { returnObjects: true });
  return (
    <div className="form-field">
      <span className="ink2">{t($ => $.form.kind)}</span>
      <div className="flex">
        <Segments
          label={t($ => $.form.kind)}
          options={providerKinds.map(value => ({ value, text: kinds[value] }))}
          value={settings.kind}
          onChange={kind =>
            form.set({
              settings: { ...settings, kind },
              ...(Object.values(kinds).includes(name) && { name: kinds[kind] }),
            })
          }
        />
      </div>
      <p className="hint">{t($ => $.kindHints[settings.kind])}</p>
    </div>
  );
};

/** Fills in what a vendor wants; what is typed on top stays the person's. */
const Recipes = ({ form }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  const { settings } = form.values;
  return (
    <div className="form-field">
      <span className="ink2">{t($ => $.form.recipe)}</span>
      <div className="row gap-6 wrap">
        {recipeNames.map(name => (
          <Button
            key={name}
            size="small"
            onClick={() =>
              form.set({
                name: t($ => $.form.recipes[name]),
                settings: { ...settings, http: httpTyped(recipes[name]) },
              })
            }
          >
            {t($ => $.form.recipes[name])}
          </Button>
        ))}
      </div>
      <p className="hint">{t($ => $.form.recipeHint)}</p>
    </div>
  );
};

const Order = ({ form }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  return (
    <>
      <div className="sms-three grid">
        <TextField form={form} name="rank" label={t($ => $.form.order)} />
        <TextField form={form} name="share" label={t($ => $.form.share)} />
        <TextField form={form} name="perSecond" label={t($ => $.form.perSecond)} />
      </div>
      <p className="hint">{t($ => $.form.orderHint)}</p>
    </>
  );
};

/** Adds a provider or changes one; a secret that is kept is never shown. */
export const ProviderDrawer = (props: DrawerProps) => {
  const { provider, onClose } = props;
  const { t } = useTranslation('smsProviders');
  const form = useProviderForm(props);
  const { settings } = form.values;
  const put = (part: Partial<SettingsTyped>) => form.set({ settings: { ...settings, ...part } });
  return (
    <Drawer
      title={provider?.name ?? t($ => $.form.addTitle)}
      subject={provider?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </>
      }
    >
      <form {...form.props} className="sms-form">
        {provider === null && <Kind form={form} />}
        {settings.kind === 'http' && <Recipes form={form} />}
        <TextField form={form} name="name" label={t($ => $.form.name)} />
        {settings.kind === 'http' && <HttpFields http={settings.http} onChange={http => put({ http })} />}
        {settings.kind === 'smpp' && <SmppFields smpp={settings.smpp} onChange={smpp => put({ smpp })} />}
        <FieldFault form={form} name="settings" />
        {settings.kind !== 'log' && (
          <SecretField
            form={form}
            name="secret"
            label={t($ => $.form.secrets[secretKind(settings)])}
            hint={provider?.hasSecret ? t($ => $.form.secretKept) : t($ => $.form.secretHint)}
            autoComplete="new-password"
          />
        )}
        <Order form={form} />
      </form>
    </Drawer>
  );
};
