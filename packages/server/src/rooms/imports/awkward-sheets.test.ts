import { expect, test } from 'vitest';
import { awkwardSheets, sheetVariables } from '../../../test/awkward-sheets.ts';
import { findTitles, guessColumns } from './columns.policy.ts';
import { filledByName, openJudge } from './judge.policy.ts';

test.each(awkwardSheets)('$name', ({ rows, dialled, refused = [], kept }) => {
  const { skipped, header } = findTitles(rows);
  const list = rows.slice(skipped);
  const columns = guessColumns(list, header, sheetVariables).flatMap(({ guess }) => (guess === null ? [] : [guess]));
  const nameVariables = filledByName(columns, header ? list[0]! : [], sheetVariables);
  const judge = openJudge({ columns, lanes: new Set([0, 1]), isWest: () => false, nameVariables, seesPhones: true });
  const judged = list.slice(header ? 1 : 0).map((cells, index) => judge({ line: index + 1, cells }));
  expect(judged.flatMap(one => ('phone' in one ? [[one.phone, one.name]] : []))).toEqual(dialled);
  expect(judged.flatMap(one => ('refused' in one ? [one.refused.key] : []))).toEqual(refused);
  if (kept !== undefined) expect(judged.find(one => 'phone' in one)).toMatchObject({ variables: kept });
});
