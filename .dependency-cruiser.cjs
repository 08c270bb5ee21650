/**
 * Import arrows: shared ← core ← main, cli; shared ← preload, renderer. Nothing else.
 * Inside core the layers only look down, so that each can be tested without the ones above it.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-is-the-bottom',
      comment: 'the contract imports zod and itself only',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: '\\.test\\.tsx?$' },
      to: { pathNot: ['^src/shared/', '^node_modules/zod/'] },
    },
    {
      name: 'core-knows-no-host',
      severity: 'error',
      from: { path: '^src/core/' },
      to: {
        path: [
          '^src/(main|preload|renderer|cli)/',
          '^node_modules/(electron|electron-store|react|react-dom)/',
        ],
      },
    },
    {
      name: 'main-and-cli-use-core',
      severity: 'error',
      from: { path: '^src/(main|cli)/' },
      to: { path: '^src/', pathNot: '^src/(shared|core)/|^src/$1/' },
    },
    {
      name: 'cli-without-electron',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: '^node_modules/electron/' },
    },
    {
      name: 'preload-and-renderer-see-the-contract-only',
      severity: 'error',
      from: { path: '^src/(preload|renderer)/' },
      to: { path: '^src/', pathNot: '^src/shared/|^src/$1/' },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'process-and-output-know-no-jobs',
      severity: 'error',
      from: { path: '^src/core/(process|output)/' },
      to: { path: '^src/core/(jobs|tools|agent|chats|approvals|models|store)/' },
    },
    {
      name: 'jobs-know-no-tools-or-chats',
      severity: 'error',
      from: { path: '^src/core/jobs/' },
      to: { path: '^src/core/(tools|agent|chats|models)/' },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.tsx?$', '^src/core/testing/'] },
      to: { path: ['\\.test\\.tsx?$', '^src/core/testing/', '^node_modules/(vitest|fast-check)/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json'],
    },
  },
}
