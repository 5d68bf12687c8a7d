import { diffPlans } from '@lianxian/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { DifferenceList } from './difference-list.tsx';
import { useVersion } from './use-version.ts';

/** A version by its number, or the draft as it stands on the screen. */
export type Side = number | 'draft';

interface ComparisonProps {
  readonly planId: string;
  readonly versions: readonly number[];
  readonly from: Side;
  readonly to: Side;
  readonly onFrom: (side: Side) => void;
  readonly onTo: (side: Side) => void;
}

const sideOf = (text: string): Side => (text === 'draft' ? 'draft' : Number(text));

interface SideChoiceProps {
  readonly label: string;
  readonly versions: readonly number[];
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

const SideChoice = ({ label, versions, side, onSide }: SideChoiceProps) => {
  const { t } = useTranslation('versions');
  return (
    <label className="row gap-8 ink2">
      <span>{label}</span>
      <select value={side} onChange={event => onSide(sideOf(event.target.value))}>
        <option value="draft">{t($ => $.draft)}</option>
        {versions.map(version => (
          <option key={version} value={version}>
            v{version}
          </option>
        ))}
      </select>
    </label>
  );
};

/** What differs between any two versions, or a version and the draft. */
export const Comparison = ({ planId, versions, from, to, onFrom, onTo }: ComparisonProps) => {
  const { t } = useTranslation('versions');
  const draft = useDraft(state => state.plan);
  const [left, right] = [
    useVersion(planId, from === 'draft' ? null : from),
    useVersion(planId, to === 'draft' ? null : to),
  ];
  const before = from === 'draft' ? draft : left.data?.graph;
  const after = to === 'draft' ? draft : right.data?.graph;
  const changes = useMemo(() => (before && after ? diffPlans(before, after) : null), [before, after]);
  const failed = [left, right].find(({ isError }) => isError);
  return (
    <section className="versions-comparison stack lean" aria-label={t($ => $.compare)}>
      <header className="flex gap-16">
        <SideChoice label={t($ => $.left)} versions={versions} side={from} onSide={onFrom} />
        <SideChoice label={t($ => $.right)} versions={versions} side={to} onSide={onTo} />
      </header>
      {failed ? (
        <ErrorPanel title={t($ => $.diffFailed)} error={failed.error} onAgain={() => void failed.refetch()} />
      ) : changes ? (
        <DifferenceList changes={changes} />
      ) : (
        <Skeleton rows={6} />
      )}
    </section>
  );
};
