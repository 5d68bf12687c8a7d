import type { endpoints, OutputOf } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { when } from '../../../ui/format.ts';

type Version = OutputOf<typeof endpoints.plan.versions>['list'][number];
export type VersionAct = 'restore' | 'rollBack';

interface VersionRowProps {
  readonly version: Version;
  readonly newest: boolean;
  /** It is the one that is compared. */
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onAct: (act: VersionAct) => void;
}

/** One published version: who, when, why, how its tests went, who calls with it. */
export const VersionRow = ({ version: row, newest, chosen, onChoose, onAct }: VersionRowProps) => {
  const { t } = useTranslation('versions');
  const btns = useCurrentUser()?.btns ?? [];
  const at = when(
    row.publishedAt,
    new Date(),
    t($ => $.today),
  );
  const facts = [
    t($ => $.nodes, { n: row.nodes }),
    row.tests && t($ => $.testsOk, { n: row.tests.passed }),
    row.tests && row.tests.failed > 0 && t($ => $.testsBad, { n: row.tests.failed }),
    row.runningTasks > 0 && t($ => $.tasks, { n: row.runningTasks }),
  ].filter(fact => typeof fact === 'string');
  return (
    <li className={chosen ? 'versions-one is-chosen' : 'versions-one'}>
      <button type="button" className="versions-face grid gap-4" aria-pressed={chosen} onClick={onChoose}>
        <strong className="row gap-8">
          v{row.version}
          {newest && <em className="small">{t($ => $.newest)}</em>}
        </strong>
        <span className="key">{t($ => $.published, { who: row.publishedBy, when: at })}</span>
        <span className={row.note === '' ? 'key' : 'note'}>{row.note === '' ? t($ => $.noNote) : row.note}</span>
        <span className="key">{facts.join(' · ')}</span>
        {row.overridden !== '' && (
          <span className="versions-overridden small">{t($ => $.overridden, { why: row.overridden })}</span>
        )}
      </button>
      <span className="versions-acts flex gap-8">
        {btns.includes('plan:edit') && (
          <Button size="small" onClick={() => onAct('restore')}>
            {t($ => $.restore)}
          </Button>
        )}
        {btns.includes('plan:publish') && !newest && (
          <Button size="small" onClick={() => onAct('rollBack')}>
            {t($ => $.rollBack)}
          </Button>
        )}
      </span>
    </li>
  );
};
