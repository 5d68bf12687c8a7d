import { planRanges } from '@lianxian/contract';
import { houseVoice, placedSentences, type VoiceChoice } from '@lianxian/core';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { usePlanVoices } from '../draft/use-plan-voices.ts';
import { voiceOf, withChoice } from './choice.ts';
import { VoiceRow } from './voice-row.tsx';
import './plan-voice.css';

const { least, most } = planRanges.speed;
const step = 0.05;
const rounded = (speed: number): number => Math.round(speed * 100) / 100;
const speeds = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, n) => rounded(least + n * step));

type Voices = NonNullable<ReturnType<typeof usePlanVoices>>;

/** As fast as the service speaks now, within what a plan may choose: what was heard stays, whatever becomes of the service. */
const speedOf = ({ speed }: Voices['list'][number]): Pick<VoiceChoice, 'speed'> =>
  speed === null ? {} : { speed: rounded(Math.max(least, Math.min(most, speed))) };

const Warning = ({ children }: { children: string }) => (
  <p className="voices-warning row gap-6" role="status">
    <TriangleAlert size={15} aria-hidden="true" />
    {children}
  </p>
);

/** That somebody else speaks than was chosen. */
const Gone = ({ isGone, published }: { isGone: boolean; published: Voices['published'] }) => {
  const { t } = useTranslation('voices');
  if (isGone) return <Warning>{t($ => $.plan.gone)}</Warning>;
  if (published?.isGone) return <Warning>{t($ => $.plan.publishedGone, { version: published.version })}</Warning>;
  return null;
};

/** A sentence of the plan, which all voices are heard with. */
const SentencePick = ({
  texts,
  text,
  onText,
}: {
  texts: readonly string[];
  text: string;
  onText: (text: string) => void;
}) => {
  const { t } = useTranslation('voices');
  const id = useId();
  return (
    <div className="field-row grid">
      <label htmlFor={id}>{t($ => $.plan.sentence)}</label>
      <select id={id} className="plain-choice" value={text} onChange={event => onText(event.target.value)}>
        {texts.map(each => (
          <option key={each} value={each}>
            {each.replace(/\$\{([^}]*)\}/g, '【$1】')}
          </option>
        ))}
      </select>
    </div>
  );
};

const SpeedPick = ({ speed, onSpeed }: { speed: number | undefined; onSpeed: (speed: number | undefined) => void }) => {
  const { t } = useTranslation('voices');
  const id = useId();
  const all = speed === undefined || speeds.includes(speed) ? speeds : [...speeds, speed].sort((a, b) => a - b);
  return (
    <div className="field-row grid">
      <label htmlFor={id}>{t($ => $.plan.speed)}</label>
      <select
        id={id}
        className="plain-choice"
        value={speed ?? ''}
        onChange={event => onSpeed(event.target.value === '' ? undefined : Number(event.target.value))}
      >
        <option value="">{t($ => $.plan.ownSpeed)}</option>
        {all.map(each => (
          <option key={each} value={each}>
            {t($ => $.plan.times, { n: each.toFixed(2) })}
          </option>
        ))}
      </select>
    </div>
  );
};

/**
 * Who speaks what of the plan is not recorded, and how fast: each voice is heard with a sentence of this plan before it is
 * chosen.
 */
export const PlanVoice = () => {
  const { t } = useTranslation(['voices', 'studio']);
  const plan = useDraft(draft => draft.plan);
  const change = useDraft(draft => draft.change);
  const voices = usePlanVoices();
  const texts = [...new Set(placedSentences(plan).map(({ text }) => text))];
  const [picked, setPicked] = useState('');
  const text = texts.includes(picked) ? picked : (texts[0] ?? '');
  const { by, speed } = voiceOf(plan);
  const pace = speed === undefined ? {} : { speed };
  const put = (choice: VoiceChoice) =>
    change(
      before => withChoice(before, choice),
      t($ => $.steps.settings, { ns: 'studio' }),
      'voice choice',
    );
  const list = voices?.list ?? [];
  const isGone =
    voices !== undefined && by !== undefined && by.service !== houseVoice && !list.some(({ id }) => id === by.service);
  const usual = list.find(({ chosen }) => chosen)?.name ?? t($ => $.plan.builtIn);
  const row = { text, speed, of: by };
  return (
    <section>
      <h2>{t($ => $.plan.title)}</h2>
      <p className="hint">{t($ => $.plan.hint)}</p>
      <Gone isGone={isGone} published={voices?.published ?? null} />
      <SentencePick texts={texts} text={text} onText={setPicked} />
      <fieldset className="voices-rows">
        <legend className="only-read">{t($ => $.plan.title)}</legend>
        <VoiceRow
          {...row}
          service="chosen"
          name={t($ => $.plan.usual)}
          about={t($ => $.plan.now, { name: usual })}
          onChoose={() => put(pace)}
        />
        <VoiceRow
          {...row}
          service={houseVoice}
          name={t($ => $.plan.builtIn)}
          onChoose={() => put({ by: { service: houseVoice, speaker: '' }, ...pace })}
        />
        {list.map(voice => (
          <VoiceRow
            {...row}
            key={voice.id}
            service={voice.id}
            name={voice.name}
            voice={voice}
            onChoose={speaker => put({ by: { service: voice.id, speaker }, ...speedOf(voice), ...pace })}
          />
        ))}
      </fieldset>
      <SpeedPick
        speed={speed}
        onSpeed={next => put({ ...(by && { by }), ...(next === undefined ? {} : { speed: next }) })}
      />
    </section>
  );
};
