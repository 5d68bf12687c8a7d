import { endpoints, keywordKinds } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import { TextArea } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PlainChoice } from '../../ui/plain-choice.tsx';
import { toast } from '../../ui/toast.ts';
import { TouchWarning } from './touches.tsx';
import { type Kind, useChange, useKeywordsChanged, type Word } from './use-keywords.ts';

const isKind = (value: string): value is Kind => keywordKinds.some(kind => kind === value);

const KindField = ({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) => {
  const { t } = useTranslation('keywords');
  return (
    <FormField id="word-kind" label={t($ => $.list.kind)} hint={t($ => $.kindHint[kind])}>
      <PlainChoice
        id="word-kind"
        placeholder=""
        options={keywordKinds.map(value => ({ value, label: t($ => $.kind[value]) }))}
        value={kind}
        onChange={value => isKind(value) && onChange(value)}
      />
    </FormField>
  );
};

interface AddWordsProps {
  readonly groupId: string;
  readonly kind: Kind | null;
  readonly onClose: () => void;
}

/** Many words at once; what cannot be read stays in the field, to be put right. */
export const AddWords = ({ groupId, kind: first, onClose }: AddWordsProps) => {
  const { t } = useTranslation('keywords');
  const [refused, setRefused] = useState(false);
  const changed = useKeywordsChanged();
  const form = useEndpointForm({
    endpoint: endpoints.keywords.add,
    start: { kind: first ?? ('simple' as Kind), texts: '' },
    input: typed => ({ ...typed, groupId }),
    next: (answer, { kind }) => ({ kind, texts: answer.refused.join('\n') }),
    onDone: answer => {
      const { added, known } = answer;
      toast.ok(known > 0 ? t($ => $.list.addedKnown, { added, known }) : t($ => $.list.added, { added }));
      setRefused(answer.refused.length > 0);
      if (answer.refused.length === 0) onClose();
      return changed();
    },
  });
  const { kind, texts } = form.values;
  const fault = form.fault('texts') ?? (refused ? t($ => $.list.refused) : undefined);
  return (
    <Modal title={t($ => $.list.add)} closeLabel={t($ => $.close)} className="keywords-dialog" onClose={onClose}>
      <form {...form.props} className="modal-body">
        <KindField kind={kind} onChange={chosen => form.set({ kind: chosen })} />
        <FormField id={form.idOf('texts')} label={t($ => $.list.texts)} fault={fault} needed>
          <TextArea {...form.typed('texts')} rows={8} autoFocus />
        </FormField>
        <TouchWarning groupId={groupId} />
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={!texts.trim()} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};

interface EditWordProps {
  readonly groupId: string;
  readonly word: Word;
  readonly onClose: () => void;
}

/** One word, and how it is found. */
export const EditWord = ({ groupId, word, onClose }: EditWordProps) => {
  const { t } = useTranslation('keywords');
  const changed = useKeywordsChanged();
  const form = useEndpointForm({
    endpoint: endpoints.keywords.saveWord,
    start: { kind: word.kind, text: word.text },
    input: typed => ({ ...typed, id: word.id }),
    onDone: () => {
      toast.ok(t($ => $.saved));
      onClose();
      return changed();
    },
  });
  return (
    <Modal
      title={t($ => $.list.edit, { word: word.text })}
      closeLabel={t($ => $.close)}
      className="keywords-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body">
        <TextField form={form} name="text" label={t($ => $.list.word)} autoFocus />
        <KindField kind={form.values.kind} onChange={kind => form.set({ kind })} />
        <TouchWarning groupId={groupId} />
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={form.values.text.trim() === ''} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};

interface RemoveWordProps extends EditWordProps {
  readonly onRemoved: () => void;
}

/** Asks before a word goes, with the plans that lose it. */
export const RemoveWord = ({ groupId, word, onClose, onRemoved }: RemoveWordProps) => {
  const { t } = useTranslation('keywords');
  const remove = useChange(endpoints.keywords.removeWords, () => {
    toast.ok(t($ => $.removed));
    onRemoved();
  });
  return (
    <Modal
      title={t($ => $.list.removeTitle, { word: word.text })}
      closeLabel={t($ => $.close)}
      className="keywords-dialog"
      onClose={onClose}
    >
      <div className="modal-body">
        <TouchWarning groupId={groupId} />
        <footer>
          <Button autoFocus onClick={onClose}>
            {t($ => $.cancel)}
          </Button>
          <Button danger loading={remove.isPending} onClick={() => remove.mutate({ groupId, ids: word.id })}>
            {t($ => $.remove)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
