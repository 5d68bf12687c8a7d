/**
 * Rows of the original that are still to come, by what they wait for. A test names a row (`O-…`) when it shows the whole of
 * it; whoever builds the rest takes the row from here. `113–125` stands for all from 113 to 125.
 */
export const LAST_ROW = 436;

export const waits: Readonly<Record<string, string>> = {
  'the number library and its customers': `4 11 44 95 126–139 209–236 274 288–301 323 345 356–359 373 401 402 404 430–434`,
  'seats and their softphone': `7 8 10 29 46 73–76 97 113–125 143 149 158–164 174–195 244–273 283–285 287 325 328 329
    340 346–351 374 375 386 394 413 424 425`,
  'SMS templates': '5 34 85 310 362',
  'the statistics pages': '35–38 82 86–89 312–315 370',
  'the plan market': '52–54 77 385 389',
  'the sound page and orders of recordings': '49 390',
  'the last of the pages': '58',
};
