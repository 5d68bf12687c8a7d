import { auditActionText, auditFieldText, auditValueText } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { when } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { type AuditDetail, useAuditDetail } from './use-audit.ts';

/** Before and after side by side; what was made has no before, what was removed no after. */
const Changes = ({ before, after, fields }: AuditDetail) => {
  const { t } = useTranslation('audit');
  const language = saidLanguage();
  const isChange = before !== null && after !== null;
  if (fields.length === 0) return <p className="hint">{t($ => $.drawer.nothing)}</p>;
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th className="ink2 hint" scope="col">
            {t($ => $.drawer.field)}
          </th>
          {before && (
            <th className="ink2 hint" scope="col">
              {t($ => $.drawer.before)}
            </th>
          )}
          {after && (
            <th className="ink2 hint" scope="col">
              {isChange ? t($ => $.drawer.after) : t($ => $.drawer.value)}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {fields.map(field => (
          <tr key={field}>
            <th className="ink2" scope="row">
              {auditFieldText(field, language)}
            </th>
            {before && (
              <td className={isChange ? 'audit-was' : ''}>{auditValueText(field, before[field], language)}</td>
            )}
            {after && <td className={isChange ? 'audit-is' : ''}>{auditValueText(field, after[field], language)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Facts = ({ row }: { row: AuditDetail }) => {
  const { t } = useTranslation('audit');
  const facts: readonly (readonly [string, string])[] = [
    [
      t($ => $.column.at),
      when(
        row.at,
        new Date(),
        t($ => $.today),
      ),
    ],
    [t($ => $.column.who), row.who ? `${row.who.name}（${row.who.account}）` : t($ => $.house)],
    [t($ => $.column.target), row.targetName || '—'],
    [t($ => $.conditions.target), row.target || '—'],
    ...(row.about ? [[t($ => $.drawer.about), `${row.about.name} ${row.about.number}`] as const] : []),
    [t($ => $.column.ip), row.ip || '—'],
    [t($ => $.column.page), row.pagePath || '—'],
  ];
  return (
    <dl className="audit-facts grid">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="hint">{name}</dt>
          <dd className="breaks">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

export const AuditDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation('audit');
  const { data, isError, refetch, error } = useAuditDetail(id);
  return (
    <Drawer
      title={data ? auditActionText(data.action, saidLanguage()) : t($ => $.drawer.title)}
      subject={id}
      closeLabel={t($ => $.drawer.close)}
      onClose={onClose}
    >
      <div className="audit-detail">
        {!data && !isError && <Skeleton rows={6} />}
        {isError && !data && (
          <ErrorPanel title={t($ => $.drawer.failed)} error={error} onAgain={() => void refetch()} />
        )}
        {data && (
          <>
            <Facts row={data} />
            <h3>{t($ => $.drawer.changes)}</h3>
            <Changes {...data} />
          </>
        )}
      </div>
    </Drawer>
  );
};
