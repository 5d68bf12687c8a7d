import { purposeOfKind, type SpeechKind, type SpeechPurpose, speechKinds } from '@lianxian/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input, SecretInput } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { CopyField } from './copy-field.tsx';
import { type Service, useSpeechActs } from './use-speech.ts';

type Typed = Readonly<
  Record<
    'name' | 'url' | 'model' | 'speaker' | 'copies' | 'speed' | 'sampleRate' | 'temperature' | 'hotwords' | 'key',
    string
  >
>;
type TextField = keyof Typed;

/** What each kind asks for beside its name. */
const fieldsOf: Readonly<Record<SpeechKind, readonly TextField[]>> = {
  funasr: ['url', 'key', 'hotwords'],
  vosk: ['url', 'key'],
  sherpa: [],
  openaiSpeech: ['url', 'key', 'model', 'speaker', 'speed'],
  cosyvoice: ['url', 'copies', 'speaker', 'sampleRate'],
  openaiChat: ['url', 'key', 'model', 'temperature'],
};

const typedOf = (service: Service | null, usualName: string): Typed => ({
  name: service?.name ?? usualName,
  url: service?.settings.url ?? '',
  model: service?.settings.model ?? '',
  speaker: service?.settings.speaker ?? '',
  copies: service?.settings.copies ?? '',
  speed: String(service?.settings.speed ?? 1),
  sampleRate: String(service?.settings.sampleRate ?? 24_000),
  temperature: String(service?.settings.temperature ?? 0.3),
  hotwords: service?.settings.hotwords.join('，') ?? '',
  key: '',
});

const settingsOf = ({ url, model, speaker, copies, speed, sampleRate, temperature, hotwords }: Typed) => ({
  url,
  model,
  speaker,
  copies,
  speed: Number(speed),
  sampleRate: Number(sampleRate),
  temperature: Number(temperature),
  hotwords: hotwords
    .split(/[,，、\n]/)
    .map(word => word.trim())
    .filter(word => word !== ''),
});

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

/** Adds a service or edits one; a key that is stored is never shown. */
export const ServiceForm = ({ purpose, service, hasSherpa, onClose }: FormProps) => {
  const { t } = useTranslation('speech');
  const base = useId();
  const [kind, setKind] = useState<SpeechKind>(
    service?.kind ?? speechKinds.find(each => purposeOfKind[each] === purpose) ?? 'funasr',
  );
  const [typed, setTyped] = useState(() =>
    typedOf(
      service,
      t($ => $.kinds[kind]),
    ),
  );
  const { save } = useSpeechActs();
  const hintOf: Partial<Record<TextField, string>> = {
    url: typed.url.includes('***') ? t($ => $.form.masked) : t($ => $.form.urlHint[kind]),
    key: service?.hasKey ? t($ => $.form.keyKept) : t($ => $.form.keyHint),
    hotwords: t($ => $.form.hotwordsHint),
    ...(kind === 'cosyvoice' && { speaker: t($ => $.form.cosyvoiceSpeaker) }),
  };
  const isStuck = kind === 'sherpa' && !hasSherpa;
  const field = (name: TextField): ReactNode => {
    const id = `${base}-${name}`;
    const props = {
      id,
      value: typed[name],
      maxLength: 2_000,
      autoComplete: 'off',
      'aria-describedby': hintOf[name] ? `${id}-note` : undefined,
      onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    };
    return (
      <FormField key={name} id={id} label={t($ => $.form[name])} hint={hintOf[name]}>
        {name === 'key' ? <SecretInput {...props} autoComplete="new-password" /> : <Input {...props} />}
      </FormField>
    );
  };
  const submit = () =>
    save.mutate(
      { ...(service ? { id: service.id } : {}), kind, name: typed.name, key: typed.key, settings: settingsOf(typed) },
      { onSuccess: onClose },
    );
  return (
    <Modal
      className="speech-service-form"
      title={service ? t($ => $.form.editTitle) : t($ => $.form.addTitle)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <form
        className="grid gap-14"
        onSubmit={event => {
          event.preventDefault();
          submit();
        }}
      >
        {!service && (
          <KindField
            kind={kind}
            purpose={purpose}
            onKind={next => {
              if (typed.name === t($ => $.kinds[kind])) setTyped({ ...typed, name: t($ => $.kinds[next]) });
              setKind(next);
            }}
          />
        )}
        {field('name')}
        {fieldsOf[kind].map(name => {
          if (name === 'copies')
            return <CopyField key={name} value={typed.copies} onPick={copies => setTyped({ ...typed, copies })} />;
          return name === 'speaker' && typed.copies !== '' && kind === 'cosyvoice' ? null : field(name);
        })}
        {isStuck && <p className="is-bad">{t($ => $.form.noSherpa)}</p>}
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={isStuck} loading={save.isPending}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
