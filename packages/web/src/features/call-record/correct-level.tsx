import { endpoints } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call as ask } from '../../api/call.ts';
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
  const id = useId();
  const [level, setLevel] = useState<LevelWord>(call.level ?? 'F');
  const [why, setWhy] = useState('');
  const correct = useMutation({
    mutationFn: () => ask(endpoints.level.correct, { id: call.id, level, why: why.trim() }, { quiet: true }),
    onSuccess: () => {
      toast.ok(t($ => $.correct.saved, { level }));
      void client.invalidateQueries({ queryKey: ['call/detail', call.id] });
      void client.invalidateQueries({ queryKey: ['call/list'] });
      onClose();
    },
  });
  return (
    <Modal
      title={t($ => $.correct.title)}
      closeLabel={t($ => $.correct.cancel)}
      className="correct-level-level"
      onClose={onClose}
    >
      <form
        className="modal-body"
        onSubmit={event => {
          event.preventDefault();
          if (why.trim() !== '') correct.mutate();
        }}
      >
        <Segments
          label={t($ => $.correct.level)}
          value={level}
          options={levels.map(each => ({ value: each, text: each }))}
          onChange={setLevel}
        />
        <p className="correct-level-hint hint">{t($ => $.correct.confirm)}</p>
        <FormField
          id={id}
          label={t($ => $.correct.why)}
          hint={t($ => $.correct.whyHint)}
          fault={correct.isError ? correct.error.message : undefined}
        >
          <input
            id={id}
            className="correct-level-why boxed"
            maxLength={200}
            value={why}
            onChange={event => setWhy(event.target.value)}
          />
        </FormField>
        <div className="row gap-14 to-end">
          <button type="button" className="link" onClick={onClose}>
            {t($ => $.correct.cancel)}
          </button>
          <button type="submit" className="correct-level-save" disabled={why.trim() === '' || correct.isPending}>
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
