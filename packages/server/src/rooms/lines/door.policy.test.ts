import { expect, test } from 'vitest';
import { doorOf } from './door.policy.ts';

const node = (door: string, address = '127.0.0.1:5060') => ({ address, door });

test.each([
  ['no node is there', [], null],
  ['an address was set', [node('fixed'), node('fixed')], null],
  ['it is shut', [node('shut')], { is: 'shut', port: 5_060, because: '' }],
  ['all are open', [node('open', '0.0.0.0:5070')], { is: 'open', port: 5_070, because: '' }],
  ['one is shut yet', [node('open'), node('shut', '127.0.0.1:5062')], { is: 'shut', port: 5_062, because: '' }],
  [
    'one failed',
    [node('open'), node('shut'), node('EADDRINUSE', '127.0.0.1:5063')],
    { is: 'failed', port: 5_063, because: 'EADDRINUSE' },
  ],
])('the page says of the SIP ports, when %s', (_when, nodes, said) => {
  expect(doorOf(nodes)).toEqual(said);
});
