import { correction, generate } from 'lean-qr';

/** Side of the square in px; a module need not fall on whole ones. */
const side = 168;

/** The dark modules of a code as one path, each a unit square. */
const modules = (text: string): { readonly size: number; readonly path: string } => {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const sides = Array.from({ length: code.size }, (_, at) => at);
  const row = (y: number) => sides.map(x => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join('');
  return { size: code.size, path: sides.map(row).join('') };
};

/** Dark on white in both modes: many readers know no other. */
export const QrPicture = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = modules(text);
  return (
    <div className="security-qr" role="img" aria-label={label}>
      <svg width={side} height={side} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path} fill="#000" />
      </svg>
    </div>
  );
};
