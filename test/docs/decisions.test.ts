import { expect, test } from 'vitest';
import { readDocuments } from './read-documents.ts';

const FOLDER = 'docs/decisions/';
const documents = readDocuments().filter(({ path }) => path.startsWith(FOLDER));
const index = documents.find(({ path }) => path === `${FOLDER}README.md`)!.text;
const decisions = documents
  .map(({ path, text }) => ({ name: path.slice(FOLDER.length), text }))
  .filter(({ name }) => name !== 'README.md');

const titleOf = (text: string): string | undefined => /^# \d{4}: (.+)$/m.exec(text)?.[1];

test('the index lists each decision once, by its title', () => {
  const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, name]) => `${name} ${title}`);
  expect(listed.toSorted()).toEqual(decisions.map(({ name, text }) => `${name} ${titleOf(text)}`));
});

test('no two decisions have the same number', () => {
  const numbers = decisions.map(({ name }) => name.slice(0, 4));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test.each(decisions)(
  '$name has a number, a title, a status with its date, and says what was decided',
  ({ name, text }) => {
    const number = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(name)?.[1];
    const [title, empty, status] = text.split('\n');
    expect(title).toMatch(new RegExp(`^# ${number}: `));
    expect(empty).toBe('');
    expect(status).toMatch(/^Status: (accepted|superseded by \[\d{4}\]\(.+\.md\)), \d{4}-\d\d-\d\d$/);
    expect(text).toContain('\n\n**Decision.** ');
  },
);
