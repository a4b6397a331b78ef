import { CommandError, EXIT } from '../shared/exit-codes.ts';

/** What has topics: their levels are between `/` or `.`. */
export type TopicSystem = 'mqtt' | 'kafka';

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** What a topic of MQTT may have in bytes, and one of Kafka in characters. */
const MOST = { mqtt: 65_535, kafka: 249 };
/** Topics whose outputs' topics are remembered. */
const MOST_KNOWN = 1000;
const LEVEL_END = { mqtt: '/', kafka: '.' };

/** Makes the topic of an output from that of its input. */
export class TopicTemplate {
  readonly #template: string;
  readonly #from: TopicSystem | null;
  readonly #to: TopicSystem;
  readonly #usesTopic: boolean;
  /** Levels of the input's topic stand in it. */
  readonly usesLevels: boolean;
  readonly #known = new Map<string, string | null>();

  /**
   * @param option that the template was given by
   * @param from what the inputs come from; null where they have no topics
   * @throws CommandError for a placeholder that there is not
   */
  constructor(template: string, option: string, from: TopicSystem | null, to: TopicSystem) {
    this.#template = template;
    this.#from = from;
    this.#to = to;
    const names = Array.from(template.matchAll(PLACEHOLDER), ([, name]) => name!);
    const unknown = names.find((name) => name !== 'topic' && !/^[1-9]\d?$/.test(name));
    if (unknown !== undefined)
      throw new CommandError(
        EXIT.usage,
        `${option} has {${unknown}}. There is {topic}, the topic of the input, and {1}, {2} and so on, the levels of that topic.`,
      );
    const fixed = template.replace(PLACEHOLDER, '');
    if (to === 'mqtt' && (template === '' || /[+#\0]/.test(template)))
      throw new CommandError(EXIT.usage, `${option} has to be the name of a topic, without + and #.`);
    if (to === 'kafka' && (template === '' || /[^\w.-]/.test(fixed) || fixed.length > MOST.kafka / 2))
      throw new CommandError(
        EXIT.usage,
        `${option} has to be the name of a topic of Kafka: letters, digits, ".", "_" and "-", at most ${Math.floor(MOST.kafka / 2)}.`,
      );
    this.#usesTopic = names.length > 0;
    this.usesLevels = names.some((name) => name !== 'topic');
    if (this.#usesTopic && from === null)
      throw new CommandError(EXIT.usage, `${option} has {${names[0]!}}, and the inputs have no topic.`);
  }

  /** The topic of all outputs; null where that of the input decides. */
  get fixed(): string | null {
    return this.#usesTopic ? null : this.#template;
  }

  /** The topic of the output; null where that of the input makes none: it has not as many levels, they are empty, or it is not one. */
  topicOf(topic: string | null): string | null {
    if (!this.#usesTopic || topic === null) return this.#template;
    let known = this.#known.get(topic);
    if (known === undefined) {
      if (this.#known.size === MOST_KNOWN) this.#known.clear();
      this.#known.set(topic, (known = this.#fill(topic)));
    }
    return known;
  }

  #fill(topic: string): string | null {
    const levels = topic.split(LEVEL_END[this.#from!]);
    let isWhole = true;
    const filled = this.#template.replace(PLACEHOLDER, (_, name: string) => {
      const value = name === 'topic' ? topic : levels[Number(name) - 1];
      isWhole &&= value !== undefined;
      return this.#inThisSystem(value ?? '');
    });
    return isWhole && isTopic(filled, this.#to) ? filled : null;
  }

  /** The same where that is a topic, else one that is near: shorter, and without what topics may not have. */
  anyTopicOf(topic: string | null): string {
    const found = this.topicOf(topic);
    if (found !== null) return found;
    const most = Math.floor(MOST[this.#to] / 8);
    const near = this.#to === 'kafka' ? this.#inThisSystem(topic!).replaceAll(/[^\w.-]/g, '_') : topic!;
    return this.topicOf(near.slice(0, most)) ?? this.#template.replace(PLACEHOLDER, 'unknown');
  }

  #inThisSystem(text: string): string {
    return this.#from === 'mqtt' && this.#to === 'kafka' ? text.replaceAll('/', '.') : text;
  }
}

function isTopic(text: string, system: TopicSystem): boolean {
  if (system === 'mqtt') return text !== '' && Buffer.byteLength(text) <= MOST.mqtt;
  return text.length <= MOST.kafka && /^[\w.-]+$/.test(text) && text !== '.' && text !== '..';
}

/**
 * True where an output of the template may come back as an input.
 *
 * @param filter of a subscription: with MQTT `+` stands for one level, `#` for all behind
 */
export function comesBack(template: TopicTemplate, filter: string, system: TopicSystem): boolean {
  if (system === 'kafka') return template.topicOf(filter) === filter;
  const levels = withoutGroup(filter).split('/');
  const some = levels
    .flatMap((level, i) => (level === '+' ? [`x${i}`] : level === '#' ? ['y', 'z'] : [level]))
    .join('/');
  const topic = template.topicOf(some);
  return topic !== null && matches(levels, topic.split('/'));
}

/** The filter of a shared subscription without its group: `$share/group/filter`. */
function withoutGroup(filter: string): string {
  return filter.replace(/^\$share\/[^/]+\//, '');
}

function matches(levels: readonly string[], topic: readonly string[]): boolean {
  if (levels.at(-1) === '#') return levels.slice(0, -1).every((level, i) => level === '+' || level === topic[i]);
  return levels.length === topic.length && levels.every((level, i) => level === '+' || level === topic[i]);
}
