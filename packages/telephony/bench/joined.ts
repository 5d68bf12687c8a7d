/**
 * `node bench/joined.ts [legs] [seconds]`: what it costs that legs hear each other. CPU is of the media process alone, a
 * leg-minute each; a bridged call is two legs. `switched` changes the source of every leg five times a second: its gaps are
 * those of handing over.
 */
import { type Joining, openJoinedLoop } from './joined-loop.ts';
import { measure } from './measure.ts';

const legs = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 10);
const ways: readonly Joining[] = ['alone', 'bridged', 'bridgedRecorded', 'mixed', 'switched'];
for (const how of ways) {
  const { cpuSecondsPerCallMinute, gaps, delivered, facts } = await measure(openJoinedLoop(how), legs, seconds);
  const cost = { cpuSecondsPerLegMinute: cpuSecondsPerCallMinute, delivered, gaps, facts };
  process.stdout.write(`${JSON.stringify({ how, legs, ...cost })}\n`);
}
process.exit(0);
