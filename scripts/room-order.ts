/**
 * The rooms of each package, lowest first: a file imports from its own room and from those before it, be it a type or
 * an `import()`. So nothing goes round in circles, and a newcomer may read a package from the top of its list. A room's
 * own folders belong to it, and `.` is the files beside the rooms. Rooms in brackets may import each other.
 */
export const ROOM_ORDER: Record<string, readonly (string | readonly string[])[]> = {
  'packages/backend': [
    'domain',
    'options',
    'files',
    'storage',
    'observability',
    'chain',
    'presenters',
    'webhooks',
    'actions',
    'local',
    'worker',
    'routes',
    'openapi',
    'reference',
    'http',
    'start',
    'cli',
    '.',
  ],
  'packages/contracts': ['generated', '.'],
  'packages/authorise': [
    'chains',
    'errors',
    'meter',
    'text',
    'format',
    'service',
    'signing',
    'wallet',
    'appearance',
    'machine',
    'dom',
    'receipt',
    'styles',
    'view',
    // The controller runs effects, and these dispatch to it.
    ['effects', '.'],
    'headless',
    'exit',
    'testing',
  ],
  'packages/client': ['request', 'resources', '.', 'cli'],
  'packages/testing': ['.', 'playwright'],
  demo: ['dev-wallet', 'errors', 'playground', 'start', 'page', 'dashboard', 'store', 'browser', '.'],
}
