import { type SpeechPurpose, speechPurposes } from '@lianxian/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { LinesSection } from './lines-section.tsx';
import { SpeechSection } from './section.tsx';
import { ServiceCard } from './service-card.tsx';
import { ServiceForm } from './service-form.tsx';
import { type Service, type Speech, useSpeech, useSpeechActs } from './use-speech.ts';
import { WebhookSection } from './webhook-section.tsx';
import '../../ui/plain-select.css';
import './speech.css';

type Open =
  | { readonly what: 'form'; readonly purpose: SpeechPurpose; readonly service: Service | null }
  | { readonly what: 'removal'; readonly service: Service };

const Removal = ({ service, onClose }: { service: Service; onClose: () => void }) => {
  const { t } = useTranslation('speech');
  const { remove } = useSpeechActs();
  return (
    <Confirm
      title={t($ => $.confirm.title, { name: service.name })}
      text={t($ => $.confirm.text[service.purpose])}
      okText={t($ => $.remove)}
      cancelText={t($ => $.cancel)}
      busy={remove.isPending}
      onOk={() => remove.mutate(service.id, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
};

const Services = ({ speech, open }: { speech: Speech; open: (open: Open) => void }) => {
  const { t } = useTranslation(['speech', 'configured']);
  return speechPurposes.map(purpose => {
    const own = speech.list.filter(service => service.purpose === purpose);
    const add = (
      <Button
        icon={<Plus size={15} aria-hidden="true" />}
        onClick={() => open({ what: 'form', purpose, service: null })}
      >
        {t($ => $.add)}
      </Button>
    );
    return (
      <SpeechSection
        key={purpose}
        part={purpose}
        title={t($ => $.services[purpose].title, { ns: 'configured' })}
        hint={t($ => $.services[purpose].hint, { ns: 'configured' })}
        tool={add}
      >
        {!own.some(service => service.chosen) && <p className="speech-nothing-chosen">{t($ => $.none[purpose])}</p>}
        <ul className="services">
          {own.map(service => (
            <ServiceCard
              key={service.id}
              service={service}
              onEdit={() => open({ what: 'form', purpose, service })}
              onRemove={() => open({ what: 'removal', service })}
            />
          ))}
        </ul>
      </SpeechSection>
    );
  });
};

/** Services that hear, speak and think for the merchant's robots. */
export const SpeechPage = () => {
  const { t } = useTranslation('speech');
  const { data: speech, isError, refetch, error } = useSpeech();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="speech-page">
      <h1 className="only-read">{t($ => $.title)}</h1>
      <p className="speech-note">{t($ => $.untried)}</p>
      {!speech && !isError && <Skeleton rows={8} />}
      {isError && !speech && <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />}
      {speech && (
        <>
          <Services speech={speech} open={setOpen} />
          <LinesSection speech={speech} />
          <WebhookSection speech={speech} />
        </>
      )}
      {open?.what === 'form' && (
        <ServiceForm
          purpose={open.purpose}
          service={open.service}
          hasSherpa={speech?.hasSherpa ?? false}
          onClose={close}
        />
      )}
      {open?.what === 'removal' && <Removal service={open.service} onClose={close} />}
    </div>
  );
};
