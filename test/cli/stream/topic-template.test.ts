import { describe, expect, test } from 'vitest';
import { comesBack, TopicTemplate } from '../../../src/cli/stream/topic-template.ts';

const template = (text: string): TopicTemplate => new TopicTemplate(text, '--output-topic', 'mqtt', 'mqtt');

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
  expect(() => new TopicTemplate('rdf/{topic}', '--dead-letters', null, 'mqtt')).toThrow('no topic');
  expect(new TopicTemplate('rdf', '--dead-letters', null, 'mqtt').topicOf(null)).toBe('rdf');
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
  ])('by a template %s of %s', (text, filter) => expect(comesBack(template(text), filter, 'mqtt')).toBe(true));

  test.each([
    ['rdf/{topic}', 'a/#'],
    ['{topic}/rdf', 'a/+'],
    ['a', 'a/+'],
    ['b/c', '$share/b/a/+'],
    ['a/{9}', 'a/+'],
  ])('not by a template %s of %s', (text, filter) => expect(comesBack(template(text), filter, 'mqtt')).toBe(false));
});

describe('topics of Kafka', () => {
  const kafka = (text: string, from: 'mqtt' | 'kafka' = 'kafka') =>
    new TopicTemplate(text, '--output-topic', from, 'kafka');

  test('have levels between points; those of MQTT become such', () => {
    expect(kafka('rdf.{topic}').topicOf('plants.p1')).toBe('rdf.plants.p1');
    expect(kafka('rdf.{2}').topicOf('plants.p1')).toBe('rdf.p1');
    expect(kafka('rdf.{topic}-{2}', 'mqtt').topicOf('plants/p1')).toBe('rdf.plants.p1-p1');
    expect(new TopicTemplate('rdf/{2}', '--output-topic', 'kafka', 'mqtt').topicOf('plants.p1')).toBe('rdf/p1');
  });

  test('that Kafka does not take are none for results, and near ones for dead letters', () => {
    for (const topic of ['pläne/1', 'a b', 'a'.repeat(250)]) expect(kafka('{topic}', 'mqtt').topicOf(topic)).toBeNull();
    expect(kafka('failed.{topic}', 'mqtt').anyTopicOf('pläne/1')).toBe('failed.pl_ne.1');
    expect(kafka('failed.{topic}', 'mqtt').anyTopicOf('a/'.repeat(300))).toMatch(/^failed\.(?:a\.)+a?$/);
    expect(kafka('{topic}', 'mqtt').anyTopicOf('.')).toBe('unknown');
    expect(template('failed/{topic}').anyTopicOf('a'.repeat(65_530))).toMatch(/^failed\/a+$/);
  });

  test.each(['', 'rdf/{topic}', 'a b', 'a'.repeat(200)])('%j is refused', (text) => {
    expect(() => kafka(text)).toThrow('--output-topic has to be the name of a topic of Kafka');
  });

  test('are read again where they are those of the inputs', () => {
    expect(comesBack(kafka('{topic}'), 'a', 'kafka')).toBe(true);
    expect(comesBack(kafka('rdf'), 'rdf', 'kafka')).toBe(true);
    expect(comesBack(kafka('rdf.{topic}'), 'a', 'kafka')).toBe(false);
  });
});
