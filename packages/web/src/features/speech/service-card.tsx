import { speechFaultWords } from '@lianxian/contract';
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../text/first-words.ts';
import { Button } from '../../ui/button.tsx';
import { Spoken } from './spoken.tsx';
import { type Service, type SpeechActs, useSpeechActs } from './use-speech.ts';

interface CardProps {
  readonly service: Service;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const useFault = () => {
  const { i18n } = useTranslation('speech');
  return (fault: keyof typeof speechFaultWords) => speechFaultWords[fault][i18n.language as Language];
};

/** How the last test went, and what was understood or said. */
const Outcome = ({ service, test }: { service: Service; test: SpeechActs['test'] }) => {
  const { t } = useTranslation('speech');
  const faultText = useFault();
  const tried = test.data ?? service.tested;
  if (test.isPending) return <p role="status">{t($ => $.testing)}</p>;
  if (!tried) return null;
  return (
    <p role="status" className={tried.ok ? 'is-ok' : 'is-bad'}>
      {tried.ok ? <Check size={15} aria-hidden="true" /> : <TriangleAlert size={15} aria-hidden="true" />}
      <span>{tried.ok ? t($ => $.testOk, { ms: tried.ms }) : faultText(tried.fault ?? 'unknown')}</span>
      {test.data?.said && <span className="ink2">{t($ => $.testSaid, { said: test.data.said })}</span>}
      {test.data?.sound && <Spoken name={service.name} sound={test.data.sound} />}
    </p>
  );
};

const Lately = ({ lately }: Pick<Service, 'lately'>) => {
  const { t } = useTranslation('speech');
  const faultText = useFault();
  const { answered, failed, meanMs: mean, longestMs: longest, lastFault } = lately;
  if (answered + failed === 0) return <p className="hint">{t($ => $.latelyNone)}</p>;
  return (
    <p className="hint">
      {answered === 0
        ? t($ => $.latelyFailed, { failed })
        : t($ => $.lately, { answered, failed, mean: mean ?? 0, longest: longest ?? 0 })}
      {lastFault && ` · ${t($ => $.lastFault, { fault: faultText(lastFault) })}`}
    </p>
  );
};

/** One service: what it is, how it does, and what may be done with it. */
export const ServiceCard = ({ service, onEdit, onRemove }: CardProps) => {
  const { t } = useTranslation('speech');
  const { test, choose } = useSpeechActs();
  const { id, name, kind, purpose, settings, chosen } = service;
  const voice = settings.copies === '' ? settings.speaker : t($ => $.copied);
  const facts = [settings.url, settings.model, voice].filter(text => text !== '').join(' · ');
  return (
    <li className="speech-service" aria-label={name}>
      <div className="row gap-8 wrap">
        <strong>{name}</strong>
        {name !== t($ => $.kinds[kind]) && <span className="hint">{t($ => $.kinds[kind])}</span>}
        {chosen && <span className="speech-service-chosen">{t($ => $.chosen)}</span>}
      </div>
      {facts !== '' && <p className="hint">{facts}</p>}
      <Lately lately={service.lately} />
      <Outcome service={service} test={test} />
      <div className="speech-service-acts flex gap-8 wrap">
        <Button size="small" loading={test.isPending} onClick={() => test.mutate(id)}>
          {t($ => $.test)}
        </Button>
        <Button
          size="small"
          loading={choose.isPending}
          onClick={() => choose.mutate({ purpose, id: chosen ? '0' : id })}
        >
          {chosen ? t($ => $.unchoose) : t($ => $.choose)}
        </Button>
        <Button size="small" kind="text" onClick={onEdit}>
          {t($ => $.edit)}
        </Button>
        <Button size="small" kind="text" onClick={onRemove}>
          {t($ => $.remove)}
        </Button>
      </div>
    </li>
  );
};
