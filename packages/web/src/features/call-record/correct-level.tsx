import { endpoints } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { useQueryClient } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import { when } from '../../ui/format.ts';
import type { LevelWord } from '../../ui/level.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import type { Detail } from './marks.ts';
import './correct-level.css';

const CorrectDialog = ({ call, onClose }: { call: Detail; onClose: () => void }) => {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.level.correct,
    start: { level: call.level ?? ('F' as LevelWord), why: '' },
    input: typed => ({ ...typed, id: call.id }),
    onDone: (_, { level }) => {
      toast.ok(t($ => $.correct.saved, { level }));
      void client.invalidateQueries({ queryKey: ['call/detail', call.id] });
      void client.invalidateQueries({ queryKey: ['call/list'] });
      void client.invalidateQueries({ queryKey: ['callLog/list'] });
      onClose();
    },
  });
  const { why, level } = form.values;
  return (
    <Modal
      title={t($ => $.correct.title)}
      closeLabel={t($ => $.correct.cancel)}
      className="correct-level-level"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body">
        <Segments
          label={t($ => $.correct.level)}
          value={level}
          options={levels.map(each => ({ value: each, text: each }))}
          onChange={chosen => form.set({ level: chosen })}
        />
        <p className="correct-level-hint hint">{t($ => $.correct.confirm)}</p>
        <FormField
          id={form.idOf('why')}
          label={t($ => $.correct.why)}
          hint={t($ => $.correct.whyHint)}
          fault={form.fault('why')}
          needed
        >
          <input {...form.typed('why')} className="correct-level-why boxed" />
        </FormField>
        <div className="row gap-14 to-end">
          <button type="button" className="link" onClick={onClose}>
            {t($ => $.correct.cancel)}
          </button>
          <button type="submit" className="correct-level-save" disabled={why.trim() === '' || form.busy}>
            {t($ => $.correct.save)}
          </button>
        </div>
      </form>
    </Modal>
  );
};

/** Who set the level by hand, when and why, and what the rules had said. */
const Note = ({ correction }: { correction: NonNullable<Detail['correction']> }) => {
  const { t } = useTranslation('console');
  const at = when(
    correction.at,
    new Date(),
    t($ => $.calls.today),
  );
  const { by, why } = correction;
  return (
    <p className="correct-level hint">
      {correction.ruledLevel === correction.level
        ? t($ => $.correct.noteSame, { by, at, why })
        : t($ => $.correct.note, { by, at, why, level: correction.ruledLevel ?? '—' })}
    </p>
  );
};

/** The level of an answered call, set by hand: with who and why. */
export const CorrectLevel = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('console');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link correct-level-open" onClick={() => setOpen(true)}>
        <PenLine size={13} aria-hidden="true" /> {t($ => $.correct.button)}
      </button>
      {call.correction && <Note correction={call.correction} />}
      {open && <CorrectDialog call={call} onClose={() => setOpen(false)} />}
    </>
  );
};
