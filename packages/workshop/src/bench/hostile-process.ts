/**
 * A deed in a process of its own, so that what it costs its doer is not counted as the victim's wait. Started by `fork` with
 * the deed's name, the house's address, its SIP port and the hostile tenant's token; says how often it did it when it is told to stop.
 */
import { apiWith } from '../../journeys/house/api.ts';
import type { House } from '../../journeys/house/house.ts';
import { deeds } from './hostile-deeds.ts';

const [name, url = '', sipPort, token = ''] = process.argv.slice(2);
const deed = deeds.find(each => each.name === name);
if (deed === undefined) throw new Error(`no deed ${name}`);
const stop = new AbortController();
process.once('message', () => stop.abort());
process.once('disconnect', () => process.exit(1));
const api = apiWith({ url } as House, token);
const times = await deed.run({ house: { url, sipPort: Number(sipPort) }, api }, stop.signal);
process.send?.({ times }, () => process.exit(0));
