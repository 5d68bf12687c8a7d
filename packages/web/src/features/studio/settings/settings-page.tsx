import { planRanges } from '@lianxian/contract';
import type { PlanDefaults } from '@lianxian/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { NumberRow, SecondsRow } from '../inspector/fields.tsx';
import { PlanVoice } from '../inspector/plan-voice.tsx';
import { SentenceField } from '../inspector/sentence-field.tsx';
import { Sentences } from '../inspector/sentences.tsx';
import { WordsRow } from '../inspector/words-row.tsx';
import { CustomerFills } from './customer-fills.tsx';
import { VariablesTable } from './variables-table.tsx';
import '../inspector/list-page.css';

type Put = (part: { readonly [K in keyof PlanDefaults]?: PlanDefaults[K] | undefined }) => void;
const minuteMs = 60_000;
const minutes = { least: planRanges.callMs.least / minuteMs, most: planRanges.callMs.most / minuteMs };
const usualFillerMs = 1_200;
const openings = ['caller', 'machine', 'recorded'] as const;

const Opening = ({ defaults, put }: { defaults: PlanDefaults; put: Put }) => {
  const { t } = useTranslation(['inspector', 'faults']);
  const { opening = {} } = defaults;
  return (
    <section>
      <h2>{t($ => $.settings.opening)}</h2>
      <h3>{t($ => $.settings.announcement)}</h3>
      <SentenceField
        label={t($ => $.settings.announcement)}
        value={defaults.announcement}
        onChange={announcement => put({ announcement })}
      />
      <p className="hint">{t($ => $.settings.announcementHint)}</p>
      <fieldset className="field-picks flex wrap">
        <legend>{t($ => $.settings.mustSay)}</legend>
        {openings.map(what => (
          <label key={what}>
            <input
              type="checkbox"
              checked={opening[what] ?? true}
              onChange={event => put({ opening: { ...opening, [what]: event.target.checked } })}
            />
            {t($ => $.opening[what], { ns: 'faults' })}
          </label>
        ))}
      </fieldset>
      <h3>{t($ => $.settings.farewell)}</h3>
      <SentenceField
        label={t($ => $.settings.farewell)}
        value={defaults.farewell ?? ''}
        onChange={farewell => put({ farewell: farewell === '' ? undefined : farewell })}
      />
      <h3>{t($ => $.settings.apology)}</h3>
      <SentenceField
        label={t($ => $.settings.apology)}
        value={defaults.apology ?? ''}
        onChange={apology => put({ apology: apology === '' ? undefined : apology })}
      />
      <p className="hint">{t($ => $.settings.apologyHint)}</p>
    </section>
  );
};

const Limits = ({ defaults, put }: { defaults: PlanDefaults; put: Put }) => {
  const { t } = useTranslation('inspector');
  return (
    <section>
      <h2>{t($ => $.settings.limits)}</h2>
      <NumberRow
        label={t($ => $.settings.longest)}
        unit={t($ => $.settings.minutes)}
        range={minutes}
        value={defaults.longestMs / minuteMs}
        onChange={minutes => put({ longestMs: (minutes ?? 1) * minuteMs })}
      />
      <NumberRow
        label={t($ => $.settings.turns)}
        range={planRanges.turns}
        value={defaults.mostTurns}
        onChange={mostTurns => put({ mostTurns: mostTurns ?? 1 })}
      />
      <SecondsRow
        label={t($ => $.silence.ms)}
        unit={t($ => $.seconds)}
        range={planRanges.silenceMs}
        value={defaults.silence.ms}
        onChange={ms => put({ silence: { ...defaults.silence, ms } })}
      />
      <h3>{t($ => $.silence.sentences)}</h3>
      <Sentences
        label={t($ => $.silence.sentences)}
        optional
        voiced
        value={defaults.silence.sentences}
        onChange={sentences => put({ silence: { ...defaults.silence, sentences } })}
      />
      <h3>{t($ => $.notUnderstood.sentences)}</h3>
      <Sentences
        label={t($ => $.notUnderstood.sentences)}
        optional
        voiced
        value={defaults.notUnderstood.sentences}
        onChange={sentences => put({ notUnderstood: { sentences } })}
      />
    </section>
  );
};

const Thinking = ({ defaults, put }: { defaults: PlanDefaults; put: Put }) => {
  const { t } = useTranslation('inspector');
  const filler = defaults.filler ?? { afterMs: usualFillerMs, sentences: [] };
  return (
    <section>
      <h2>{t($ => $.settings.thinking)}</h2>
      <SecondsRow
        label={t($ => $.settings.filler)}
        unit={t($ => $.seconds)}
        range={planRanges.thinkingMs}
        value={filler.afterMs}
        onChange={afterMs => put({ filler: { ...filler, afterMs } })}
      />
      <h3>{t($ => $.settings.fillerSentences)}</h3>
      <Sentences
        label={t($ => $.settings.fillerSentences)}
        optional
        voiced
        value={filler.sentences}
        onChange={sentences => put({ filler: { ...filler, sentences } })}
      />
      <WordsRow
        label={t($ => $.settings.backchannels)}
        way="defaults.backchannels"
        hint={t($ => $.settings.backchannelsHint)}
        value={defaults.backchannels ?? []}
        onChange={words => put({ backchannels: words.length > 0 ? words : undefined })}
      />
      <SecondsRow
        label={t($ => $.settings.model)}
        hint={t($ => $.settings.modelHint)}
        unit={t($ => $.seconds)}
        range={planRanges.thinkingMs}
        value={defaults.modelMs ?? 0}
        onChange={ms => put({ modelMs: ms > 0 ? ms : undefined })}
      />
      <div className="field-checks flex wrap">
        <label>
          <input
            type="checkbox"
            checked={defaults.byEar ?? false}
            onChange={event => put({ byEar: event.target.checked || undefined })}
          />
          {t($ => $.settings.byEar)}
        </label>
      </div>
    </section>
  );
};

/** What holds for the whole plan: opening, voice, limits, waiting, variables. */
export const SettingsPage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('studio');
  const defaults = useDraft(draft => draft.plan.defaults);
  const { change } = useDraftStore().getState();
  const put: Put = part =>
    change(
      plan => {
        const next = Object.entries({ ...plan.defaults, ...part }).filter(([, value]) => value !== undefined);
        return { ...plan, defaults: Object.fromEntries(next) as unknown as PlanDefaults };
      },
      t($ => $.steps.settings),
      `defaults ${Object.keys(part).join(' ')}`,
    );
  return (
    <div className="list-page-settings grid gap-28">
      <Opening defaults={defaults} put={put} />
      <Suspense>
        <PlanVoice />
      </Suspense>
      <Limits defaults={defaults} put={put} />
      <Thinking defaults={defaults} put={put} />
      <VariablesTable />
      <CustomerFills planId={planId} />
    </div>
  );
};
