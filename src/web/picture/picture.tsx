import type { VNode } from 'preact';
import { LINE, PADDING } from './measures.ts';
import type { PictureCard, PictureLine, PictureModel, PictureText } from './model.ts';

interface PictureProps {
  readonly model: PictureModel;
  /** What the picture is of, for those who cannot see it. */
  readonly label: string;
  /** Begins the ids of numbered cards, to which references lead then. */
  readonly id?: string | undefined;
  /** Rules of a picture that is a document of its own, which has a ground, too. */
  readonly rules?: string;
}

/** From the middle of a line to the base of its letters. */
const BASE = 4.5;

/** A picture as SVG. Colours and fonts are of `PICTURE_RULES`, or of the sheet of the page. */
export function Picture({ model, label, id, rules }: PictureProps): VNode {
  const { width, height, cards, edges, nodes } = model;
  const bounded = cards.length < nodes ? `, ${cards.length} of ${nodes} nodes` : '';
  return (
    <svg
      class="picture"
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={label + bounded}
    >
      {rules === undefined ? null : (
        <>
          <title>{label}</title>
          <style>{rules}</style>
          <rect class="ground" width={width} height={height} />
        </>
      )}
      {edges.map(({ path, tip, isOptional }) => (
        <g class={isOptional ? 'edge optional' : 'edge'}>
          <path class="wire" d={path} />
          <path class="tip" d={tip} />
        </g>
      ))}
      {cards.map((card) => (
        <Card card={card} id={id} />
      ))}
    </svg>
  );
}

/** A card is an SVG of its own, which cuts off what a font draws wider than it was taken for. */
function Card({ card, id }: { readonly card: PictureCard; readonly id: string | undefined }): VNode {
  const { x, y, width, height, headHeight, number, heading, name, href, lines, valueX, isOptional } = card;
  const head = (
    <>
      <rect class="head" x="1" y="1" width={width - 2} height={headHeight - 1} rx="5" />
      <Text class="type" x={PADDING} middle={(LINE + PADDING) / 2} text={heading} />
      {name === null ? null : <Text class="name" x={PADDING} middle={(3 * LINE + PADDING) / 2} text={name} />}
    </>
  );
  return (
    <svg
      class={isOptional ? 'subject optional' : 'subject'}
      id={id === undefined || number === null ? undefined : `${id}-${number}`}
      x={x}
      y={y}
      width={width}
      height={height}
    >
      <rect class="box" x="0.75" y="0.75" width={width - 1.5} height={height - 1.5} rx="6" />
      {href === null ? head : <a href={href}>{head}</a>}
      {lines.map((line, i) => (
        <Line line={line} width={width} valueX={valueX} middle={headHeight + PADDING / 2 + (i + 0.5) * LINE} id={id} />
      ))}
    </svg>
  );
}

interface LineProps {
  readonly line: PictureLine;
  readonly width: number;
  readonly valueX: number;
  readonly middle: number;
  readonly id: string | undefined;
}

function Line({ line, width, valueX, middle, id }: LineProps): VNode {
  const { property, kind, value, number, isOptional } = line;
  const href = number === null ? line.href : id === undefined ? null : `#${id}-${number}`;
  const text = value.shown === '' ? null : <Text class={kind} x={valueX} middle={middle} text={value} />;
  return (
    <g class={isOptional ? 'line optional' : 'line'}>
      {isOptional ? (
        <rect class="maybe" x="4" y={middle - LINE / 2 + 2} width={width - 8} height={LINE - 4} rx="4" />
      ) : null}
      {property.shown === '' ? null : <Text class="property" x={PADDING} middle={middle} text={property} />}
      {kind === 'edge' ? <circle class="port" cx={width - PADDING} cy={middle} r="3.5" /> : null}
      {kind === 'edge' ? <path class="wire" d={`M${width - PADDING} ${middle}H${width}`} /> : null}
      {href === null || text === null ? (
        text
      ) : (
        <a href={href}>
          <rect class="target" x={valueX - 4} y={middle - LINE / 2} width={width - valueX - 2} height={LINE} rx="4" />
          {text}
        </a>
      )}
    </g>
  );
}

interface TextProps {
  readonly class: string;
  readonly x: number;
  readonly middle: number;
  readonly text: PictureText;
}

function Text({ class: name, x, middle, text }: TextProps): VNode {
  return (
    <text class={name} x={x} y={middle + BASE}>
      {text.whole === text.shown ? null : <title>{text.whole}</title>}
      {text.shown}
    </text>
  );
}
