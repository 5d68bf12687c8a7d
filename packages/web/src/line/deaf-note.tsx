import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../session/current-user.ts';
import { listed } from '../text/said.ts';
import './deaf-note.css';

const mostNames = 12;

interface DeafNoteProps {
  readonly lines: readonly string[];
  /** Nodes that only words lead on from. */
  readonly nodes: readonly string[];
}

/** Lines on which keys alone will be understood, what that leaves without an answer, and the way to mend it. */
export const DeafNote = ({ lines, nodes }: DeafNoteProps) => {
  const { t } = useTranslation('lines');
  const role = useCurrentUser()?.roleCode;
  const mayMend = role === 'company' || role === 'agent';
  return (
    <p className="deaf-note" role="note">
      <TriangleAlert size={14} aria-hidden="true" /> {t($ => $.deaf.keysOnly, { lines: listed(lines) })}
      {nodes.length > 0 &&
        ` ${t($ => $.deaf.nodes, { count: nodes.length, names: listed(nodes.slice(0, mostNames)) })}`}
      {nodes.length > mostNames && ' …'}
      {mayMend && <Link to="/configured/speech">{t($ => $.deaf.toSpeech)}</Link>}
    </p>
  );
};
