import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SoundStrip } from '../../../sound/sound-strip.tsx';
import { listenTo, useTakeActs, type Voice } from './use-voices.ts';

/** What is recorded already: several takes in use are heard in turn. */
export const Takes = ({ planId, voices }: { planId: string; voices: readonly Voice[] }) => {
  const { t } = useTranslation('voices');
  const { choose, remove } = useTakeActs();
  if (voices.length === 0) return null;
  return (
    <ul className="voices-takes stack gap-6">
      {voices.map(({ id, text, speaker, chosen, peaks, durationMs }, at) => (
        <li key={id}>
          <SoundStrip
            name={`take ${id}`}
            label={t($ => $.play, { text: t($ => $.prompter.take, { n: at + 1 }) })}
            find={listenTo(planId, text, id)}
            peaks={peaks}
            durationMs={durationMs}
          >
            <span>{speaker || t($ => $.noName)}</span>
            <label className="push row-in gap-4">
              <input
                type="checkbox"
                checked={chosen}
                onChange={event => choose.mutate({ id, chosen: event.target.checked })}
              />
              {t($ => $.prompter.use)}
            </label>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.prompter.drop)}
              onClick={() => remove.mutate(id)}
            >
              <Trash2 size={14} aria-hidden="true" />
            </button>
          </SoundStrip>
        </li>
      ))}
    </ul>
  );
};
