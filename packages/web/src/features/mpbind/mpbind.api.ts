import type { OutputOf, securityEndpoints } from '@lianxian/contract';
import { post } from '../../api/wire.ts';
import { mpbindPath } from './mpbind.paths.ts';

/** Over the bare wire, as the login: the page is opened on a phone and must be small. */
export const bindWeChat = (input: {
  readonly code: string;
  readonly jsCode: string;
}): Promise<OutputOf<(typeof securityEndpoints)['mpBind']>> => post(mpbindPath, input, { quiet: true });
