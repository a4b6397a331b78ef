/** By how much a button or a key makes a picture larger. */
const STEP = 1.25;
const SMALLEST = 0.1;
const LARGEST = 4;
/** Letters of a smaller picture are no letters any more. */
const SMALLEST_TO_READ = 0.65;
/** What a notch of a wheel, some 100 units, stands for is a step. */
const WHEEL_UNITS = 450;

/** A point of the window, in CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Makes a picture larger and smaller in a box that scrolls: by buttons, by keys when the box has the focus, by the wheel with Ctrl, and by
 * two fingers. Until somebody does, the picture has the size that the style sheet gives it.
 */
export class PictureZoom {
  readonly #view: HTMLElement;
  readonly #said: HTMLOutputElement;
  /** Points of the window for each of the picture; null as long as the style sheet decides. */
  #scale: number | null = null;

  /**
   * @param view the box, with the picture in it
   * @param bar an empty element, for the buttons
   */
  constructor(view: HTMLElement, bar: HTMLElement) {
    this.#view = view;
    this.#said = document.createElement('output');
    bar.setAttribute('role', 'group');
    bar.setAttribute('aria-label', 'Size of the picture');
    bar.append(
      buttonOf('−', 'Smaller', 'Key: -', () => this.#by(1 / STEP)),
      this.#said,
      buttonOf('+', 'Larger', 'Key: +', () => this.#by(STEP)),
      buttonOf('Fit to width', null, 'Key: 0', () => this.#fit()),
      buttonOf('Full size', null, 'Key: 1', () => this.#set(1)),
    );
    view.addEventListener('keydown', (event) => this.#take(event));
    view.addEventListener('wheel', (event) => this.#roll(event), { passive: false });
    this.#listenToFingers();
    // Before anybody does anything the box decides how large the picture is. It tells before the next frame, too.
    new ResizeObserver(() => this.#say()).observe(view);
  }

  /** Shows the picture as wide as the box where that can be read, with its first card in the middle of the left side. */
  begin(): void {
    const svg = this.#svg();
    if (svg === null) return;
    // To lay out a large picture takes long: the box is measured without it. The page keeps its height, and so stays where it is.
    this.#view.style.minHeight = '100vh';
    svg.style.display = 'none';
    const scale = this.#fitting(svg, SMALLEST_TO_READ);
    svg.style.display = '';
    this.#view.style.minHeight = '';
    this.#size(svg, scale);
    const first = svg.querySelector('svg.subject')?.getBoundingClientRect();
    const box = this.#view.getBoundingClientRect();
    if (first !== undefined)
      this.#view.scrollTo({
        left: 0,
        top: this.#view.scrollTop + first.top + first.height / 2 - box.top - box.height / 2,
        behavior: 'instant',
      });
    // Its height may have taken the room of a scroll bar.
    const fitting = this.#fitting(svg, SMALLEST_TO_READ);
    if (fitting !== scale) this.#set(fitting);
    this.#say();
  }

  /** Shows another picture as large as the one before. */
  refresh(): void {
    if (this.#scale !== null) this.#set(this.#scale);
    this.#say();
  }

  #take(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { '+': () => this.#by(STEP), '=': () => this.#by(STEP), '-': () => this.#by(1 / STEP) }[event.key];
    const jump = { '0': () => this.#fit(), '1': () => this.#set(1) }[event.key];
    const chosen = act ?? jump;
    if (chosen === undefined) return;
    event.preventDefault();
    chosen();
  }

  #roll(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    // Else the whole page grows.
    event.preventDefault();
    const units = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 33;
    const point = { x: event.clientX, y: event.clientY };
    this.#set(this.#now() * Math.exp(-units / WHEEL_UNITS), point, point);
  }

  #listenToFingers(): void {
    let before: { readonly middle: Point; readonly distance: number } | null = null;
    const measure = (touches: TouchList): typeof before => {
      const [a, b] = touches;
      if (a === undefined || b === undefined || touches.length > 2) return null;
      const middle = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
      return { middle, distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
    };
    for (const kind of ['touchstart', 'touchend', 'touchcancel'] as const)
      this.#view.addEventListener(kind, ({ touches }) => void (before = measure(touches)), { passive: true });
    this.#view.addEventListener(
      'touchmove',
      (event) => {
        const now = measure(event.touches);
        if (now === null || before === null) return;
        event.preventDefault();
        this.#set((this.#now() * now.distance) / before.distance, before.middle, now.middle);
        before = now;
      },
      { passive: false },
    );
  }

  #by(factor: number): void {
    this.#set(this.#now() * factor);
  }

  #fit(): void {
    const svg = this.#svg();
    if (svg !== null) this.#set(this.#fitting(svg, SMALLEST));
  }

  /** The scale that makes the picture as wide as the box, or larger: `smallest`. */
  #fitting(svg: SVGSVGElement, smallest: number): number {
    const { paddingLeft, paddingRight } = getComputedStyle(this.#view);
    const room = this.#view.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.min(1, Math.max(smallest, room / svg.viewBox.baseVal.width));
  }

  /** Gives the picture a size. What of it stood at `from`, by default in the middle of the box, stands at `to` then. */
  #set(wanted: number, from = this.#middle(), to = from): void {
    const svg = this.#svg();
    if (svg === null) return;
    const scale = Math.min(LARGEST, Math.max(SMALLEST, wanted));
    const before = svg.getBoundingClientRect();
    this.#size(svg, scale);
    const after = svg.getBoundingClientRect();
    const share = { x: (from.x - before.left) / before.width, y: (from.y - before.top) / before.height };
    this.#view.scrollBy({
      left: after.left + share.x * after.width - to.x,
      top: after.top + share.y * after.height - to.y,
      behavior: 'instant',
    });
    this.#say();
  }

  #size(svg: SVGSVGElement, scale: number): void {
    svg.style.maxWidth = 'none';
    svg.style.width = `${svg.viewBox.baseVal.width * scale}px`;
    this.#scale = scale;
  }

  #middle(): Point {
    const { left, top, width, height } = this.#view.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  #now(): number {
    const svg = this.#svg();
    return svg === null ? 1 : svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  }

  #svg(): SVGSVGElement | null {
    return this.#view.querySelector<SVGSVGElement>('svg.picture');
  }

  #say(): void {
    const text = `${Math.round(this.#now() * 100)} %`;
    if (this.#said.textContent !== text) this.#said.textContent = text;
  }
}

function buttonOf(text: string, label: string | null, title: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.title = title;
  if (label !== null) button.setAttribute('aria-label', label);
  button.addEventListener('click', act);
  return button;
}

/** Gives the pictures of a page their buttons, where the page has room for them. */
export function mountZooms(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-island="zoom"]')) {
    const view = bar.nextElementSibling;
    if (view instanceof HTMLElement) new PictureZoom(view, bar).refresh();
  }
}
