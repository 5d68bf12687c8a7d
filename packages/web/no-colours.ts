/**
 * Stands in for d3-color in what is built: the canvas of the plan editor moves and zooms by d3, which could change colours
 * over time as well and brings all it knows of them along (3 kB of a page that has 100). Nothing here is a colour, as
 * d3-color itself says of a text that is none; then d3 takes it for a text.
 */
export function color(): null {
  return null;
}
export { color as cubehelix, color as hcl, color as hsl, color as lab, color as rgb };
