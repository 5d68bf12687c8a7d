import { customerLimits, endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { tagsOf } from '../../customer/customer-values.ts';
import { TagsField } from '../../customer/tags-field.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { type ActProps, useStarted } from './started.ts';
import '../../customer/customer.css';

/** Tags that they get, and tags that are taken off them. */
export const TagDialog = ({ query, n, onDone, onClose }: ActProps) => {
  const { t } = useTranslation(['number', 'parts']);
  const id = useId();
  const [tags, setTags] = useState({ add: '', drop: '' });
  const started = useStarted({ n, onDone });
  const tag = useMutation({
    mutationFn: () =>
      call(endpoints.customerActs.tag, { ...query, add: [...tagsOf(tags.add)], drop: [...tagsOf(tags.drop)] }),
    onSuccess: started,
  });
  return (
    <Modal title={t($ => $.tag.title, { n })} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      <div className="modal-body stack">
        {(['add', 'drop'] as const).map(which => (
          <FormField
            key={which}
            id={`${id}-${which}`}
            label={t($ => $.tag[which])}
            beside={`${tags[which].length}/${customerLimits.tags}`}
          >
            <TagsField
              id={`${id}-${which}`}
              value={tags[which]}
              wrong={false}
              onChange={value => setTags(before => ({ ...before, [which]: value }))}
            />
          </FormField>
        ))}
        <footer className="number-foot row gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.acts.cancel)}</Button>
          <Button
            kind="primary"
            disabled={tags.add === '' && tags.drop === ''}
            loading={tag.isPending}
            onClick={() => tag.mutate()}
          >
            {t($ => $.tag.ok)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
