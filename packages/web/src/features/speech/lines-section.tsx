import { useTranslation } from 'react-i18next';
import { SpeechSection } from './section.tsx';
import { type Speech, useSpeechActs } from './use-speech.ts';

/** What listens on each line. */
export const LinesSection = ({ speech }: { speech: Speech }) => {
  const { t } = useTranslation(['speech', 'configured']);
  const { line } = useSpeechActs();
  const recognisers = speech.list.filter(service => service.purpose === 'recogniser');
  return (
    <SpeechSection
      part="lines"
      title={t($ => $.services.lines.title, { ns: 'configured' })}
      hint={t($ => $.services.lines.hint, { ns: 'configured' })}
    >
      <ul className="speech-hearing-lines">
        {speech.lines.map(({ id, name, recogniser }) => (
          <li className="row gap-8 between wrap" key={id}>
            <span>{name}</span>
            <select
              className="plain-select"
              aria-label={t($ => $.lines.of, { name })}
              disabled={line.isPending}
              value={recogniser}
              onChange={event => line.mutate({ lineId: id, recogniser: event.target.value })}
            >
              <option value="chosen">{t($ => $.lines.chosen)}</option>
              {recognisers.map(service => (
                <option key={service.id} value={service.id}>
                  {service.name}
                </option>
              ))}
              <option value="none">{t($ => $.lines.none)}</option>
            </select>
          </li>
        ))}
      </ul>
    </SpeechSection>
  );
};
