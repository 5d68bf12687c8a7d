/** `node bench/main.ts [calls] [seconds]`: the engine against the bare loop, each in its own run, and their ratio. */
import { AS_A_WORKER, goAhead } from './ahead.ts';
import { openBareLoop } from './bare-loop.ts';
import { openEngineLoop } from './engine-loop.ts';
import { measure } from './measure.ts';

goAhead(AS_A_WORKER);
const calls = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 10);
const bare = await measure(openBareLoop, calls, seconds);
const engine = await measure(openEngineLoop, calls, seconds);
const ratio = engine.cpuSeconds / engine.seconds / (bare.cpuSeconds / bare.seconds);
process.stdout.write(`${JSON.stringify({ bare, engine, ratio }, null, 2)}\n`);
process.exit(0);
