/**
 * An action in a process of its own, so that what it costs its doer is not counted as the victim's wait. Started by `fork` with
 * the action's name, the house's address, its SIP port and the hostile tenant's token; says how often it did it when it is told to stop.
 */
import { apiWith } from '../../journeys/house/api.ts';
import type { House } from '../../journeys/house/house.ts';
import { actions } from './hostile-actions.ts';

const [name, url = '', sipPort, token = ''] = process.argv.slice(2);
const action = actions.find(each => each.name === name);
if (action === undefined) throw new Error(`no action ${name}`);
const stop = new AbortController();
process.once('message', () => stop.abort());
process.once('disconnect', () => process.exit(1));
const api = apiWith({ url } as House, token);
const times = await action.run({ house: { url, sipPort: Number(sipPort) }, api }, stop.signal);
process.send?.({ times }, () => process.exit(0));
