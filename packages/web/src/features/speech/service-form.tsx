import {
  endpoints,
  fieldLimits,
  isFolderKind,
  isVendorKind,
  purposeOfKind,
  type SpeechKind,
  type SpeechPurpose,
  speechKinds,
  vendorNames,
  vendorSettings,
} from '@lianxian/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FieldFault, SecretField, TextField } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { CopyField } from './copy-field.tsx';
import { type Service, useSpeechChanged } from './use-speech.ts';

/** Settings as they are typed: figures and lists are text until they are sent. */
type Setting =
  | 'url'
  | 'appId'
  | 'keyId'
  | 'model'
  | 'speaker'
  | 'copies'
  | 'speed'
  | 'sampleRate'
  | 'temperature'
  | 'hotwords'
  | 'vocabulary';
interface Typed {
  readonly kind: SpeechKind;
  readonly name: string;
  readonly key: string;
  readonly settings: Readonly<Record<Setting, string>>;
}

/** What each kind asks for beside its name. */
const fieldsOf: Readonly<Record<SpeechKind, readonly (Setting | 'key')[]>> = {
  funasr: ['url', 'key', 'hotwords'],
  vosk: ['url', 'key'],
  sherpa: [],
  aliyunAsr: ['url', 'appId', 'keyId', 'key', 'vocabulary'],
  tencentAsr: ['url', 'appId', 'keyId', 'key', 'model', 'hotwords'],
  xunfeiAsr: ['url', 'appId', 'key'],
  volcengineAsr: ['url', 'appId', 'key', 'model', 'hotwords'],
  openaiSpeech: ['url', 'key', 'model', 'speaker', 'speed'],
  cosyvoice: ['url', 'copies', 'speaker', 'sampleRate'],
  sherpaTts: ['speaker', 'speed'],
  aliyunTts: ['url', 'appId', 'keyId', 'key', 'speaker', 'speed'],
  tencentTts: ['url', 'keyId', 'key', 'speaker', 'speed'],
  xunfeiTts: ['url', 'appId', 'keyId', 'key', 'speaker', 'speed'],
  volcengineTts: ['url', 'appId', 'key', 'model', 'speaker', 'speed'],
  openaiChat: ['url', 'key', 'model', 'temperature'],
};

const settingsOf = (service: Service | null): Typed['settings'] => ({
  url: service?.settings.url ?? '',
  appId: service?.settings.appId ?? '',
  keyId: service?.settings.keyId ?? '',
  vocabulary: service?.settings.vocabulary ?? '',
  model: service?.settings.model ?? '',
  speaker: service?.settings.speaker ?? '',
  copies: service?.settings.copies ?? '',
  speed: String(service?.settings.speed ?? 1),
  sampleRate: String(service?.settings.sampleRate ?? 24_000),
  temperature: String(service?.settings.temperature ?? 0.3),
  hotwords: service?.settings.hotwords.join('，') ?? '',
});

/** A vendor's own address and model, which a new service of it begins with. */
const givenBy = (kind: SpeechKind): { readonly url: string; readonly model: string } => ({
  url: '',
  model: '',
  ...(isVendorKind(kind) && vendorSettings[kind]),
});

/** The settings for another kind: what the kind before gave is not of this one, what was typed stays. */
const settingsFor = (kind: SpeechKind, { kind: before, settings }: Typed): Typed['settings'] => {
  const [given, old] = [givenBy(kind), givenBy(before)];
  const of = (name: 'url' | 'model') => given[name] || (settings[name] === old[name] ? '' : settings[name]);
  return { ...settings, url: of('url'), model: of('model') };
};

const wordsOf = (typed: string): readonly string[] =>
  typed
    .split(/[,，、\n]/)
    .map(word => word.trim())
    .filter(word => word !== '');

interface FormProps {
  readonly purpose: SpeechPurpose;
  /** Null: a new one. */
  readonly service: Service | null;
  readonly hasSherpa: boolean;
  readonly onClose: () => void;
}

const KindField = ({
  kind,
  purpose,
  onKind,
}: {
  kind: SpeechKind;
  purpose: SpeechPurpose;
  onKind: (kind: SpeechKind) => void;
}) => {
  const { t } = useTranslation('speech');
  const id = useId();
  return (
    <FormField id={id} label={t($ => $.form.kind)}>
      <select
        id={id}
        className="plain-select"
        value={kind}
        onChange={event => {
          const chosen = speechKinds.find(each => each === event.target.value);
          if (chosen) onKind(chosen);
        }}
      >
        {speechKinds
          .filter(each => purposeOfKind[each] === purpose)
          .map(each => (
            <option key={each} value={each}>
              {t($ => $.kinds[each])}
            </option>
          ))}
      </select>
    </FormField>
  );
};

/** As the vendor's console calls it, so that it is found there. */
const vendorName = (kind: SpeechKind, name: Setting | 'key'): string | undefined => {
  const names: Partial<Record<string, string>> = isVendorKind(kind) ? vendorNames[kind] : {};
  return names[name];
};

/** One of a kind's own settings. */
const SettingField = ({ form, name, hint }: { form: EndpointForm<Typed>; name: Setting; hint: string | undefined }) => {
  const { t } = useTranslation('speech');
  const id = useId();
  const { settings, kind } = form.values;
  return (
    <FormField id={id} label={vendorName(kind, name) ?? t($ => $.form[name])} hint={hint}>
      <Input
        id={id}
        autoComplete="off"
        maxLength={fieldLimits(endpoints.speech.save.input.shape.settings, name).chars}
        aria-describedby={hint ? `${id}-note` : undefined}
        value={settings[name]}
        onChange={event => form.set({ settings: { ...settings, [name]: event.target.value } })}
      />
    </FormField>
  );
};

const useServiceForm = ({ service, purpose, onClose }: FormProps) => {
  const { t } = useTranslation('speech');
  const changed = useSpeechChanged();
  const kind = service?.kind ?? speechKinds.find(each => purposeOfKind[each] === purpose) ?? 'funasr';
  return useEndpointForm({
    endpoint: endpoints.speech.save,
    start: {
      kind,
      name: service?.name ?? t($ => $.kinds[kind]),
      key: '',
      settings: settingsOf(service),
    },
    input: ({ settings, ...typed }) => ({
      ...typed,
      ...(service && { id: service.id }),
      settings: { ...settings, hotwords: [...wordsOf(settings.hotwords)] },
    }),
    onDone: async () => {
      toast.ok(t($ => $.saved));
      onClose();
      await changed();
    },
  });
};

/** Adds a service or edits one; a key that is stored is never shown. */
export const ServiceForm = (props: FormProps) => {
  const { purpose, service, hasSherpa, onClose } = props;
  const { t } = useTranslation('speech');
  const form: EndpointForm<Typed> = useServiceForm(props);
  const { kind, name: named, settings } = form.values;
  const keyHint = service?.hasKey ? t($ => $.form.keyKept) : t($ => $.form.keyHint);
  const urlHint = isVendorKind(kind) ? t($ => $.form.vendorUrl) : t($ => $.form.urlHint[kind]);
  const hintOf: Partial<Record<Setting, string>> = {
    url: settings.url.includes('***') ? t($ => $.form.masked) : urlHint,
    hotwords: t($ => $.form.hotwordsHint),
    vocabulary: t($ => $.form.vocabularyHint),
    ...(kind === 'cosyvoice' && { speaker: t($ => $.form.cosyvoiceSpeaker) }),
    ...(kind === 'sherpaTts' && { speaker: t($ => $.form.sherpaSpeaker) }),
  };
  const isStuck = isFolderKind(kind) && !hasSherpa;
  const field = (name: Setting | 'key'): ReactNode => {
    if (name === 'key')
      return (
        <SecretField
          key={name}
          form={form}
          name="key"
          label={vendorName(kind, 'key') ?? t($ => $.form.key)}
          hint={keyHint}
          autoComplete="new-password"
        />
      );
    if (name === 'copies')
      return (
        <CopyField
          key={name}
          value={settings.copies}
          onPick={copies => form.set({ settings: { ...settings, copies } })}
        />
      );
    if (name === 'speaker' && settings.copies !== '' && kind === 'cosyvoice') return null;
    return <SettingField key={name} form={form} name={name} hint={hintOf[name]} />;
  };
  return (
    <Modal
      className="speech-service-form"
      title={service ? t($ => $.form.editTitle) : t($ => $.form.addTitle)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <form {...form.props} className="grid gap-14">
        {!service && (
          <KindField
            kind={kind}
            purpose={purpose}
            onKind={next => {
              form.set({
                kind: next,
                settings: settingsFor(next, form.values),
                ...(named === t($ => $.kinds[kind]) && { name: t($ => $.kinds[next]) }),
              });
            }}
          />
        )}
        <TextField form={form} name="name" label={t($ => $.form.name)} autoComplete="off" />
        {fieldsOf[kind].map(field)}
        <FieldFault form={form} name="settings" />
        {isStuck && <p className="is-bad">{t($ => $.form.noSherpa)}</p>}
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={isStuck} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
