import type { MenuNode } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { draftChars } from '../draft/limits.ts';
import { Branches } from './branches.tsx';
import { Select } from './fields.tsx';
import { ListeningFields } from './listening-fields.tsx';
import { TargetSelect } from './target-select.tsx';
import { usePutNode } from './use-node.ts';

const phoneKeys = [...'1234567890*#'];

/** Phone keys with what they mean and where they lead; spoken answers stand below. */
export const MenuForm = ({ node }: { node: MenuNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  const { keys } = node;
  const free = phoneKeys.find(key => !keys.some(each => each.key === key));
  return (
    <>
      <ListeningFields node={node} put={put}>
        <section className="inspector-branches">
          <header className="row between">
            <h3>{t($ => $.menu.title)}</h3>
            <button
              type="button"
              className="link"
              disabled={free === undefined}
              onClick={() => free && put({ keys: [...keys, { key: free, label: '', to: '' }] })}
            >
              <Plus size={13} aria-hidden="true" /> {t($ => $.menu.add)}
            </button>
          </header>
          <ol>
            {keys.map((each, at) => (
              <li key={each.key} className="is-key">
                <Select
                  name={t($ => $.menu.key)}
                  value={each.key}
                  options={phoneKeys
                    .filter(key => key === each.key || !keys.some(other => other.key === key))
                    .map(key => ({ value: key, text: key }))}
                  onChange={key => put({ keys: keys.with(at, { ...each, key }) })}
                />
                <input
                  className="field"
                  aria-label={`${t($ => $.menu.label)} ${each.key}`}
                  placeholder={t($ => $.menu.label)}
                  maxLength={draftChars('flows.nodes.keys.label')}
                  value={each.label}
                  onChange={event => put({ keys: keys.with(at, { ...each, label: event.target.value }) })}
                />
                <TargetSelect
                  name={`${each.key} ${t($ => $.branches.to)}`}
                  value={each.to}
                  but={node.id}
                  onChange={to => put({ keys: keys.with(at, { ...each, to }) })}
                />
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t($ => $.removeRow, { what: each.key })}
                  onClick={() => put({ keys: keys.filter((_, index) => index !== at) })}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ol>
        </section>
      </ListeningFields>
      <Branches node={node.id} collects={false} routers={node.routers} onChange={routers => put({ routers })} />
    </>
  );
};
