import { planRanges, seatStateText } from '@lianxian/contract';
import type { TransferNode, TransferTarget } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../../text/said.ts';
import { meantBy, usePeople } from '../draft/use-people.ts';
import { ExitRows } from './exit-rows.tsx';
import { Choice, SecondsRow, TextRow } from './fields.tsx';
import { Sentences } from './sentences.tsx';
import { usePutNode } from './use-node.ts';

const targets = ['group', 'seat', 'outside'] as const;
const emptyTarget = {
  outside: { type: 'outside', number: '', announcement: '' },
  seat: { type: 'seat', seat: '' },
  group: { type: 'group', group: '' },
} as const;

interface TargetProps<Target extends TransferTarget> {
  readonly to: Target;
  readonly onChange: (to: Target) => void;
}
type Inside = Exclude<TransferTarget, { readonly type: 'outside' }>;

/** A seat or a group of those that are there, and how each stands. What is written and means nobody shows as nothing chosen. */
const InsideTarget = ({ to, onChange }: TargetProps<Inside>) => {
  const { t } = useTranslation('inspector');
  const choices = usePeople();
  const seats = choices?.seats.map(({ id, name, extension, state }) => ({
    value: id,
    text: t($ => $.transfer.seatOption, { name, extension, state: seatStateText(state, saidLanguage()) }),
  }));
  const groups = choices?.groups.map(({ id, name, members, free }) => ({
    value: id,
    text: t($ => $.transfer.groupOption, { name, members, free }),
  }));
  const options = (to.type === 'seat' ? seats : groups) ?? [];
  const none = to.type === 'seat' ? t($ => $.transfer.noSeats) : t($ => $.transfer.noGroups);
  return (
    <Choice
      label={t($ => $.transfer[to.type])}
      hint={choices && options.length === 0 ? none : undefined}
      value={meantBy(choices, to)}
      options={options}
      onChange={id => onChange(to.type === 'seat' ? { type: 'seat', seat: id } : { type: 'group', group: id })}
    />
  );
};

const OutsideTarget = ({ to, onChange }: TargetProps<Extract<TransferTarget, { readonly type: 'outside' }>>) => {
  const { t } = useTranslation('inspector');
  return (
    <>
      <TextRow
        label={t($ => $.transfer.number)}
        way="flows.nodes.to.number"
        value={to.number}
        onChange={number => onChange({ ...to, number })}
      />
      <TextRow
        label={t($ => $.transfer.announcement)}
        hint={t($ => $.transfer.announcementHint)}
        way="flows.nodes.to.announcement"
        value={to.announcement}
        onChange={announcement => onChange({ ...to, announcement })}
      />
    </>
  );
};

export const TransferForm = ({ node }: { node: TransferNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  const { to } = node;
  return (
    <>
      <Sentences
        label={t($ => $.sentence.label)}
        optional
        voiced
        value={node.sentences}
        onChange={sentences => put({ sentences })}
      />
      <Choice
        label={t($ => $.transfer.to)}
        value={to.type}
        options={targets.map(type => ({ value: type, text: t($ => $.transfer.types[type]) }))}
        onChange={type => put({ to: emptyTarget[type] })}
      />
      {to.type === 'outside' ? (
        <OutsideTarget to={to} onChange={changed => put({ to: changed })} />
      ) : (
        <InsideTarget to={to} onChange={changed => put({ to: changed })} />
      )}
      <SecondsRow
        label={t($ => $.transfer.ring)}
        unit={t($ => $.seconds)}
        range={planRanges.ringMs}
        value={node.ringTimeoutMs}
        onChange={ringTimeoutMs => put({ ringTimeoutMs })}
      />
      <fieldset className="field-group grid gap-6">
        <legend>{t($ => $.transfer.waiting)}</legend>
        <Sentences
          label={t($ => $.transfer.waiting)}
          optional
          value={node.waiting}
          onChange={waiting => put({ waiting })}
        />
        {node.waiting.length === 0 && <p className="hint">{t($ => $.transfer.waitingHint)}</p>}
      </fieldset>
      <ExitRows node={node} />
    </>
  );
};
