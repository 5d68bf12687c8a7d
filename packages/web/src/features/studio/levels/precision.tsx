import { type Level as LevelWord, levels } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { Level } from '../../../ui/level.tsx';
import type { BackTest, Pair } from './use-back-tests.ts';

/** Of the calls that rules gave this level (null: any), so many were given it by a person as well. */
const hitsOf = (pairs: readonly Pair[], level: LevelWord | null) => {
  const of = pairs.filter(({ from }) => level === null || from === level);
  const sum = (list: readonly Pair[]) => list.reduce((all, { n }) => all + n, 0);
  return { right: sum(of.filter(({ from, to }) => from === to)), all: sum(of) };
};

/** How right the rules of then and these are, level by level, where a person has set the level. */
export const Precision = ({ test }: { test: BackTest }) => {
  const { t } = useTranslation('learning');
  if (test.before.length === 0) return <p className="levels-back-note ink3">{t($ => $.back.noHits)}</p>;
  const cell = (pairs: readonly Pair[], level: LevelWord | null) => {
    const { right, all } = hitsOf(pairs, level);
    if (all === 0) return '–';
    return t($ => $.back.right, { right, all, percent: `${Math.round((right / all) * 100)}%` });
  };
  const shown = levels.filter(level => hitsOf(test.before, level).all + hitsOf(test.after, level).all > 0);
  return (
    <table className="levels-precision">
      <caption className="section-title">{t($ => $.back.precision)}</caption>
      <thead>
        <tr>
          <th scope="col">{t($ => $.levels.level)}</th>
          <th scope="col">{t($ => $.back.old)}</th>
          <th scope="col">{t($ => $.back.now)}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(level => (
          <tr key={level}>
            <th scope="row">
              <Level level={level} />
            </th>
            <td>{cell(test.before, level)}</td>
            <td>{cell(test.after, level)}</td>
          </tr>
        ))}
        <tr className="is-sum">
          <th scope="row">{t($ => $.back.sum)}</th>
          <td>{cell(test.before, null)}</td>
          <td>{cell(test.after, null)}</td>
        </tr>
      </tbody>
    </table>
  );
};
