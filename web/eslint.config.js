// What a reader would ask about in a review, asked by the machine. How it looks is Prettier's business alone.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['node_modules/', 'src/lib/api.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-const': 'off', // Svelte's own, below, knows $props and $derived
      'svelte/no-useless-mustaches': 'off', // {' '} is a blank that the formatter may not take away
      'svelte/prefer-svelte-reactivity': 'off', // what pages follow is $state.raw, replaced as a whole
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  { files: ['*.js', '*.ts', 'scripts/**'], languageOptions: { globals: { ...globals.node } } },
);
