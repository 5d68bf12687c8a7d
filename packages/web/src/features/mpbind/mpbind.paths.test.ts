import { securityEndpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { mpbindPath } from './mpbind.paths.ts';

test('the path of the bare page is the contract’s', () => {
  expect(mpbindPath).toBe(securityEndpoints.mpBind.path);
});
