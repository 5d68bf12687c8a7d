import { auditActionText, auditFieldText } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listed, saidLanguage } from '../../text/said.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { when } from '../../ui/format.ts';
import type { AuditRow } from './use-audit.ts';

const shownFields = 4;

/** Who did what to what, from where; what changed in the words of its fields. */
export const useAuditColumns = (): readonly Column<AuditRow>[] => {
  const { t } = useTranslation(['audit', 'parts']);
  return useMemo(() => {
    const language = saidLanguage();
    const column = (key: keyof Titles, rest: Omit<Column<AuditRow>, 'key' | 'title'>) => ({
      key,
      title: t($ => $.column[key]),
      ...rest,
    });
    return [
      column('at', {
        width: 128,
        priority: 0,
        cell: row => (
          <span className="key">
            {when(
              row.at,
              new Date(),
              t($ => $.today),
            )}
          </span>
        ),
      }),
      column('who', {
        width: 100,
        priority: 0,
        cell: row => (row.who ? <span title={row.who.account}>{row.who.name}</span> : t($ => $.house)),
      }),
      column('action', { width: 132, priority: 0, cell: row => auditActionText(row.action, language) }),
      column('target', {
        width: 150,
        grows: true,
        priority: 1,
        cell: row => (
          <span title={row.targetName}>
            {row.targetName || row.target || '—'}
            {row.about && <span className="key"> · {row.about.name}</span>}
          </span>
        ),
      }),
      column('fields', {
        width: 180,
        grows: true,
        priority: 2,
        cell: row => (
          <span className="key">
            {listed(row.fields.slice(0, shownFields).map(field => auditFieldText(field, language))) || '—'}
            {row.fields.length > shownFields && t($ => $.andMore, { n: row.fields.length - shownFields })}
          </span>
        ),
      }),
      column('ip', { width: 130, priority: 3, cell: row => <span className="key">{row.ip || '—'}</span> }),
      column('page', { width: 150, priority: 4, cell: row => <span className="key">{row.pagePath || '—'}</span> }),
    ];
  }, [t]);
};
type Titles = Readonly<Record<'at' | 'who' | 'action' | 'target' | 'fields' | 'ip' | 'page', string>>;
