import { endpoints, semantics } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input, TextArea } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import { type Group, useChange } from './use-keywords.ts';

interface GroupDialogProps {
  /** Null: a new one. */
  readonly group: Group | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Name, meaning and note of a group. */
export const GroupDialog = ({ group, onSaved, onClose }: GroupDialogProps) => {
  const { t } = useTranslation('keywords');
  const [name, setName] = useState(group?.name ?? '');
  const [semantic, setSemantic] = useState<Group['semantic']>(group?.semantic ?? '自定义');
  const [note, setNote] = useState(group?.note ?? '');
  const save = useChange(endpoints.keywords.saveGroup, ({ id }) => {
    toast.ok(t($ => $.saved));
    onSaved(id);
  });
  const wanted = name.trim();
  return (
    <Modal
      title={group ? t($ => $.groups.edit) : t($ => $.groups.add)}
      closeLabel={t($ => $.close)}
      className="keywords-dialog"
      onClose={onClose}
    >
      <form
        className="modal-body"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (wanted) save.mutate({ ...(group && { id: group.id }), name: wanted, semantic, note });
        }}
      >
        <FormField id="group-name" label={t($ => $.groups.name)}>
          <Input
            id="group-name"
            autoFocus
            maxLength={40}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </FormField>
        <div className="form-field">
          <span className="keywords-label">{t($ => $.groups.semantic)}</span>
          <Segments
            label={t($ => $.groups.semantic)}
            options={semantics.map(value => ({ value, text: t($ => $.semantic[value]) }))}
            value={semantic}
            onChange={setSemantic}
          />
        </div>
        <FormField id="group-note" label={t($ => $.groups.note)}>
          <TextArea
            id="group-note"
            rows={2}
            maxLength={500}
            placeholder={t($ => $.groups.notePlace)}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        </FormField>
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={!wanted} loading={save.isPending}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
