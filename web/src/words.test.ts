/** No English stands in a component: what pages say is in the messages.ts beside it, where a translator finds it. */
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const COMPONENTS = import.meta.glob<string>('./**/*.svelte', { query: '?raw', import: 'default', eager: true });
const SOURCES = import.meta.glob<string>(['./**/*.ts', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Attributes and properties that are read or heard, of elements and of our own components. */
const SHOWN = [
  ...['aria-label', 'title', 'alt', 'placeholder', 'label', 'data-does', 'aria-valuetext'],
  ...['caption', 'what', 'across', 'up', 'sentence'],
];
/** Calls whose texts nobody reads: events, addresses, selectors, questions that are only compared. */
const UNREAD =
  /(addEventListener|querySelector\w*|matchMedia|getItem|setItem|get|post|patch|remove|startsWith|endsWith|includes|replace|split|once|sound|say)$/;
/** Two words, or one with a capital, outside of what is put in; where a page is written, any word. */
const ENGLISH = /[A-Za-z]{2,}[^A-Za-z]*\s[^A-Za-z]*[A-Za-z]{2,}|^[A-Z][a-z]{2,}[….:]?$/;

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The English of a component, each with its line. */
function englishIn(source: string): string[] {
  const found: string[] = [];
  const note = ({ start }: Node, text: string): void => {
    found.push(`${source.slice(0, start).split('\n').length}: ${text.trim().replace(/\s+/g, ' ')}`);
  };
  const all = (values: unknown[]): void => values.forEach(look);

  function look(value: unknown): void {
    if (Array.isArray(value)) return all(value);
    if (!isNode(value)) return;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each kind of node has parts of its own
    const node = value as any;
    if (node.type === 'Comment' || node.type === 'ImportDeclaration' || node.type === 'StyleSheet') return;
    if (/^TS(?!NonNull|As|Satisfies)/.test(node.type)) return;
    if (node.type === 'ExpressionTag') return written(node.expression);
    if (node.type === 'Text') return /[A-Za-z]{2,}/.test(node.data) ? note(node, node.data) : undefined;
    if (node.type === 'Attribute') return attribute(node);
    if (node.type === 'Literal') return said(node, node.value);
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
      said(node, parts.join('·'));
      return all(node.expressions);
    }
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator)) {
      return all([node.left, node.right].filter((side: Node) => side.type !== 'Literal'));
    }
    if (node.type === 'CallExpression') {
      const { start, end } = node.callee as Node;
      const unread = UNREAD.test(source.slice(start, end).replace(/<.*>$/, ''));
      look(node.callee);
      return all((node.arguments as Node[]).filter(({ type }) => !unread || !/^(Literal|TemplateLiteral)$/.test(type)));
    }
    if (node.type === 'Property') return all([node.value, node.computed ? node.key : null]);
    all(Object.values(node));
  }

  /** What stands in the page by itself: a text, or one of two. */
  function written(node: Node): void {
    const { type, value } = node;
    if (type === 'ConditionalExpression') {
      look(node.test);
      return [node.consequent as Node, node.alternate as Node].forEach(written);
    }
    if (type === 'Literal' && typeof value === 'string' && /[A-Za-z]{2,}/.test(value)) return note(node, value);
    look(node);
  }

  function attribute(node: Node): void {
    const { name, value } = node as unknown as { name: string; value: true | Node | Node[] };
    if (value === true) return;
    const parts = Array.isArray(value) ? value : [value];
    const words = parts.map((part) => (part.type === 'Text' ? String(part.data) : ''));
    if (SHOWN.includes(name) && /[A-Za-z]{2,}/.test(words.join(''))) note(node, words.join('·'));
    if (
      SHOWN.includes(name) ||
      name.startsWith('on') ||
      !/^(class|style|d|href|id|points|transform|viewBox)$/.test(name)
    )
      parts.filter((part) => part.type !== 'Text').forEach(SHOWN.includes(name) ? look : unwritten);
  }

  /** What is given to something that nobody reads may be a code. */
  function unwritten(part: Node): void {
    look(part.type === 'ExpressionTag' ? part.expression : part);
  }

  function said(node: Node, text: unknown): void {
    if (typeof text === 'string' && ENGLISH.test(text) && !/^[/.#]|=>|^croupier\./.test(text)) note(node, text);
  }

  const { fragment, instance, module } = parse(source, { modern: true });
  all([fragment, instance?.content, module?.content]);
  return found;
}

test('English is found wherever it may stand', () => {
  const source = `<script lang="ts">
    const told = 'You are out of chips';
    const at = \`/tables/\${told}\`;
  </script>
  <p class="quiet note" aria-label="Two words">Sit {told} here</p>
  <b title={told ? 'Ready' : told === 'Not yet' ? '' : \`\${told} is free\`}>{told ? 'even' : told}</b>
  <i aria-orientation={told ? 'vertical' : 'horizontal'} class={told ? 'up' : 'down'}></i>`;
  expect(englishIn(source).map((line) => line.replace(/^\d+: /, ''))).toEqual([
    'Two words',
    'Sit',
    'here',
    'Ready',
    '· is free',
    'even',
    'You are out of chips',
  ]);
});

test('no component has English of its own', () => {
  const found = Object.entries(COMPONENTS).flatMap(([file, source]) =>
    englishIn(source).map((line) => `${file}:${line} (put it into messages.ts beside it, and say() it)`),
  );
  expect(found).toEqual([]);
});

const FOLDERS = Object.keys(SOURCES).filter((file) => file.endsWith('/messages.ts'));
/** The messages that a file says: those that it imports. */
const saysFrom = (file: string, source: string): string[] =>
  [...source.matchAll(/from '(\.[^']*\/messages)'/g)].map(
    ([, from]) => `.${new URL(`${from}.ts`, `file:///${file}`).pathname}`,
  );

test('every message is said', () => {
  const unsaid = FOLDERS.flatMap((file) => {
    const saying = Object.entries({ ...COMPONENTS, ...SOURCES }).filter(([other, source]) =>
      saysFrom(other, source).includes(file),
    );
    const said = saying.map(([, source]) => source).join('\n');
    const names = [...(SOURCES[file] ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
    return names.filter((name) => !said.includes(`'${name}'`)).map((name) => `${file}: ${name}`);
  });
  expect(FOLDERS.length).toBeGreaterThan(10);
  expect(unsaid).toEqual([]);
});

test('nothing is said before the language is known', () => {
  const early = Object.entries(SOURCES).flatMap(([file, source]) =>
    [...source.matchAll(/^(?:export )?(?:const|let) [^;]*?;$/gm)]
      .map(([statement]) => statement)
      .filter((statement) => /\bsay\(/.test(statement) && !/=>|messages\(/.test(statement))
      .map(
        (statement) => `${file}: ${statement} (a module is read before the language is: say it when it is asked for)`,
      ),
  );
  expect(early).toEqual([]);
});
