import { CommandError, EXIT } from '../shared/exit-codes.ts';

/** Of MQTT. */
const MAX_TOPIC_BYTES = 65_535;
const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Makes the topic of an output from that of its input. */
export class TopicTemplate {
  readonly #template: string;
  readonly #usesTopic: boolean;
  /** Levels of the input's topic stand in it. */
  readonly usesLevels: boolean;

  /**
   * @param option that the template was given by
   * @param hasTopics of the inputs
   * @throws CommandError for a placeholder that there is not
   */
  constructor(template: string, option: string, hasTopics: boolean) {
    this.#template = template;
    const names = Array.from(template.matchAll(PLACEHOLDER), ([, name]) => name!);
    const unknown = names.find((name) => name !== 'topic' && !/^[1-9]\d?$/.test(name));
    if (unknown !== undefined)
      throw new CommandError(
        EXIT.usage,
        `${option} has {${unknown}}. There is {topic}, the topic of the input, and {1}, {2} and so on, the levels of that topic.`,
      );
    if (template === '' || /[+#\0]/.test(template))
      throw new CommandError(EXIT.usage, `${option} has to be the name of a topic, without + and #.`);
    this.#usesTopic = names.length > 0;
    this.usesLevels = names.some((name) => name !== 'topic');
    if (this.#usesTopic && !hasTopics)
      throw new CommandError(EXIT.usage, `${option} has {${names[0]!}}, and the inputs have no topic.`);
  }

  /** The topic of the output; null where that of the input makes none: it has not as many levels, they are empty, or too long. */
  topicOf(topic: string | null): string | null {
    if (!this.#usesTopic || topic === null) return this.#template;
    const levels = topic.split('/');
    let isWhole = true;
    const filled = this.#template.replace(PLACEHOLDER, (_, name: string) => {
      const value = name === 'topic' ? topic : levels[Number(name) - 1];
      isWhole &&= value !== undefined;
      return value ?? '';
    });
    return isWhole && filled !== '' && Buffer.byteLength(filled) <= MAX_TOPIC_BYTES ? filled : null;
  }
}

/**
 * True where an output of the template may come back as an input.
 *
 * @param filter of a subscription: `+` stands for one level, `#` for all behind
 */
export function comesBack(template: TopicTemplate, filter: string): boolean {
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
