import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useReadsCalls } from '../../../session/current-user.ts';
import { listed } from '../../../text/said.ts';
import { Modal } from '../../../ui/modal.tsx';
import { ErrorPanel, ScopeNote, Skeleton } from '../../../ui/panels.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { MendButton } from '../../../work/mend/mend-button.tsx';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { nodeOf } from '../graph/edits.ts';
import { Classify } from './classify.tsx';
import { type Group, useIgnore, useMissed } from './use-missed.ts';

const nodesShown = 2;

const typedKeys = <T extends object>(of: T): (keyof T)[] => Object.keys(of) as (keyof T)[];

interface RowProps {
  readonly group: Group;
  readonly planId: string;
  /** Null: it was understood, and is mended line by line. */
  readonly onSort: (() => void) | null;
}

const Row = ({ group, planId, onSort }: RowProps) => {
  const { t } = useTranslation('learning');
  const draft = useDraftStore();
  const plan = useDraft(draft => draft.plan);
  const ignore = useIgnore(planId);
  const readsCalls = useReadsCalls();
  const names = group.nodes.flatMap(({ node }) => nodeOf(plan, node)?.name ?? []).slice(0, nodesShown);
  const example = group.examples[0];
  const reasons = typedKeys(group.because).map(
    because => `${t($ => $.missed.because[because])} ${group.because[because]}`,
  );
  const levels = Object.entries(group.levels).map(([level, n]) => `${level || '—'} ${n}`);
  return (
    <tr>
      <td>
        <strong>“{group.text}”</strong>
        {group.texts.length > 1 && (
          <small className="hint" title={group.texts.map(({ text, n }) => `${text} ${n}`).join('\n')}>
            {t($ => $.missed.others, { count: group.texts.length - 1 })}
          </small>
        )}
        {group.understoodAs !== null && (
          <small className={onSort ? 'is-ok hint' : 'hint'}>
            {t($ => (onSort ? $.missed.already : $.missed.heardAs), { name: group.understoodAs })}
          </small>
        )}
      </td>
      <td>{group.n}</td>
      <td>{group.calls}</td>
      <td>{levels.join(' · ')}</td>
      <td>{group.lost}</td>
      <td>{listed(names)}</td>
      {!onSort && <td>{listed(reasons)}</td>}
      <td>
        {readsCalls && example && (
          <Link
            to={`/platform/call/${example.callId}?t=${Math.floor(example.atMs / 1_000)}`}
            aria-label={`${t($ => $.missed.examples)} ${group.text}`}
          >
            <Play size={13} aria-hidden="true" />
          </Link>
        )}
        {onSort ? (
          <button type="button" className="link" onClick={onSort}>
            {t($ => $.missed.sort)}
          </button>
        ) : (
          readsCalls &&
          example && (
            <MendButton
              said={() => ({ callId: example.callId, line: example.line, text: example.text })}
              onChanged={draft.getState().heardOf}
            />
          )
        )}
        <button type="button" className="link" disabled={ignore.isPending} onClick={() => ignore.mutate(group)}>
          {group.ignored ? t($ => $.missed.unignore) : t($ => $.missed.ignore)}
        </button>
      </td>
    </tr>
  );
};

/** All that was not understood in these days, or is likely misheard, with what came of the calls. */
export const MissedDialog = ({ planId, onClose }: { planId: string; onClose: () => void }) => {
  const { t } = useTranslation('learning');
  const [withIgnored, setWithIgnored] = useState(false);
  const [sorted, setSorted] = useState<Group | null>(null);
  const [shows, setShows] = useState<'missed' | 'suspects'>('missed');
  const suspects = shows === 'suspects';
  const missed = useMissed(planId, { withIgnored, suspects });
  const tools = (
    <>
      <Segments
        label={t($ => $.missed.which)}
        value={shows}
        options={[
          { value: 'missed', text: t($ => $.missed.short) },
          { value: 'suspects', text: t($ => $.missed.suspects) },
        ]}
        onChange={setShows}
      />
      <label className="row-in gap-6 push ink2">
        <input type="checkbox" checked={withIgnored} onChange={event => setWithIgnored(event.target.checked)} />
        {t($ => $.missed.withIgnored)}
      </label>
    </>
  );
  return (
    <Modal
      title={t($ => (suspects ? $.missed.suspectsPage : $.missed.page), { count: missed.data?.lines ?? 0 })}
      closeLabel={t($ => $.missed.back)}
      className="learning-missed-dialog"
      tools={tools}
      onClose={onClose}
    >
      {missed.isError && !missed.data && (
        <ErrorPanel title={t($ => $.missed.failed)} error={missed.error} onAgain={() => void missed.refetch()} />
      )}
      {!missed.data && !missed.isError && <Skeleton rows={8} />}
      {missed.data?.list.length === 0 && (
        <div className="modal-body learning-missed-none">
          <p>{t($ => (suspects ? $.missed.noSuspects : $.missed.none))}</p>
          <ScopeNote />
        </div>
      )}
      {missed.data && missed.data.list.length > 0 && (
        <div className="modal-body learning-missed-scroll">
          <table>
            <thead>
              <tr>
                <th className="hint">{t($ => $.missed.saying)}</th>
                <th className="hint">{t($ => $.missed.times)}</th>
                <th className="hint">{t($ => $.missed.callsOf)}</th>
                <th className="hint">{t($ => $.missed.levels)}</th>
                <th className="hint">{t($ => $.missed.lostHere)}</th>
                <th className="hint">{t($ => $.missed.where)}</th>
                {suspects && <th className="hint">{t($ => $.missed.why)}</th>}
                <th className="hint">{t($ => $.missed.sort)}</th>
              </tr>
            </thead>
            <tbody>
              {missed.data.list.map(group => (
                <Row key={group.text} group={group} planId={planId} onSort={suspects ? null : () => setSorted(group)} />
              ))}
            </tbody>
          </table>
          <p className="learning-missed-none">{t($ => $.missed.masked)}</p>
        </div>
      )}
      {sorted && <Classify planId={planId} group={sorted} onClose={() => setSorted(null)} />}
    </Modal>
  );
};
