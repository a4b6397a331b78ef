import { describe, expect, test } from 'vitest';
import { comesBack, TopicTemplate } from '../../../src/cli/stream/topic-template.ts';

const template = (text: string): TopicTemplate => new TopicTemplate(text, '--output-topic', true);

test('a topic is made of that of the input, or of its levels', () => {
  expect(template('rdf/{topic}').topicOf('a/b/c')).toBe('rdf/a/b/c');
  expect(template('{3}/x/{1}{1}').topicOf('a/b/c')).toBe('c/x/aa');
  expect(template('{4}').topicOf('a/b/c')).toBeNull();
  expect(template('{2}').topicOf('a//c')).toBeNull();
  expect(template('x/{2}').topicOf('a//c')).toBe('x/');
  expect(template('x/{1}').topicOf('a'.repeat(65_534))).toBeNull();
  expect(template('all').topicOf('a')).toBe('all');
  expect(template('{topic}').topicOf('$&{1}')).toBe('$&{1}');
});

test.each(['', 'a/+', 'a/#', '{0}', '{key}', '{}', '{100}'])('%j is refused', (text) => {
  expect(() => template(text)).toThrow('--output-topic');
});

test('a placeholder is refused where inputs have no topic', () => {
  expect(() => new TopicTemplate('rdf/{topic}', '--dead-letters', false)).toThrow('no topic');
  expect(new TopicTemplate('rdf', '--dead-letters', false).topicOf(null)).toBe('rdf');
});

describe('what is written is read again', () => {
  test.each([
    ['a/rdf', 'a/#'],
    ['a/{topic}', 'a/#'],
    ['{topic}', 'a/+/b'],
    ['{1}/x/{3}', 'a/+/b'],
    ['a/b', '$share/group/a/+'],
    ['anything', '#'],
    ['a', 'a/#'],
  ])('by a template %s of %s', (text, filter) => expect(comesBack(template(text), filter)).toBe(true));

  test.each([
    ['rdf/{topic}', 'a/#'],
    ['{topic}/rdf', 'a/+'],
    ['a', 'a/+'],
    ['b/c', '$share/b/a/+'],
    ['a/{9}', 'a/+'],
  ])('not by a template %s of %s', (text, filter) => expect(comesBack(template(text), filter)).toBe(false));
});
